package io.pragh.rdma.verbs;

import com.ibm.disni.verbs.IbvRecvWR;
import com.ibm.disni.verbs.IbvSendWR;
import com.ibm.disni.verbs.IbvSge;
import com.ibm.disni.verbs.IbvWC;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Lays work requests out in memory as rdma-core's drivers read them (IBVERBS_1.1 on 64 bits, little-endian), as a
 * list that is posted by one call, and reads completions. DiSNI's own layout omits the operands of CAS and FETCH_ADD.
 * A list is valid until the same thread asks for the next: a driver copies the requests before it returns. So
 * structures are written when they are posted, and posting again needs only a change of DiSNI's objects. Any thread.
 */
public final class WorkLayout {
    /** Room before a list, where the driver puts a pointer to the first request that it did not take. */
    public static final int REFUSED_BYTES = Long.BYTES;

    // struct ibv_send_wr: wr_id, next, sg_list, num_sge, opcode, send_flags, imm_data, then rdma or atomic
    private static final int ID = 0;
    private static final int NEXT = 8;
    private static final int PIECES = 16;
    private static final int PIECE_COUNT = 24;
    private static final int OPCODE = 28;
    private static final int FLAGS = 32;
    private static final int REMOTE = 40;
    private static final int RDMA_KEY = 48;
    private static final int ATOMIC_COMPARE_ADD = 48;
    private static final int ATOMIC_SWAP = 56;
    private static final int ATOMIC_KEY = 64;
    private static final int SEND_BYTES = 128;

    // struct ibv_recv_wr: wr_id, next, sg_list, num_sge
    private static final int RECEIVE_BYTES = 32;

    // struct ibv_sge: addr, length, lkey
    private static final int PIECE_LENGTH = 8;
    private static final int PIECE_KEY = 12;
    private static final int PIECE_BYTES = 16;

    // struct ibv_wc: wr_id, status, opcode, vendor_err, byte_len, imm_data, qp_num, src_qp, wc_flags, …
    private static final int DONE_STATUS = 8;
    private static final int DONE_OPCODE = 12;
    private static final int DONE_VENDOR_ERROR = 16;
    private static final int DONE_LENGTH = 20;
    private static final int DONE_QP_NUMBER = 28;
    private static final int DONE_BYTES = 48;

    private final ToLongFunction<ByteBuffer> addresses;
    private final ThreadLocal<Memory> memories;

    /** Memory that grows to the longest list of a thread. */
    private static final class Memory {
        private ByteBuffer bytes = ByteBuffer.allocateDirect(0);
        private long address;
    }

    /** Lays out in direct buffers; {@code addresses} gives the address of a buffer. */
    public WorkLayout(ToLongFunction<ByteBuffer> addresses) {
        this.addresses = addresses;
        this.memories = ThreadLocal.withInitial(Memory::new);
    }

    private Memory atLeast(int bytes) {
        Memory memory = memories.get();
        if (memory.bytes.capacity() < bytes) {
            memory.bytes = ByteBuffer.allocateDirect(2 * bytes).order(ByteOrder.LITTLE_ENDIAN);
            memory.address = addresses.applyAsLong(memory.bytes);
        }
        return memory;
    }

    /**
     * Whether sizes of structures that another library reports, and two offsets of a request to send, are those that
     * are laid out here.
     */
    public static boolean matches(int send, int receive, int piece, int done, int remote, int key) {
        return send == SEND_BYTES
                && receive == RECEIVE_BYTES
                && piece == PIECE_BYTES
                && done == DONE_BYTES
                && remote == REMOTE
                && key == RDMA_KEY;
    }

    /** Memory for so many completions, as {@link #take} reads them. */
    public static ByteBuffer completions(int count) {
        return ByteBuffer.allocateDirect(DONE_BYTES * count).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The address of a list of requests to send. */
    public long send(List<IbvSendWR> work) {
        int count = work.size();
        int pieces = 0;
        for (int i = 0; i < count; i++) {
            pieces += work.get(i).getSg_list().size();
        }
        int piece = REFUSED_BYTES + count * SEND_BYTES;
        Memory memory = atLeast(piece + pieces * PIECE_BYTES);
        ByteBuffer to = memory.bytes;
        for (int i = 0; i < count; i++) {
            IbvSendWR request = work.get(i);
            int at = REFUSED_BYTES + i * SEND_BYTES;
            to.putLong(at + ID, request.getWr_id());
            to.putLong(at + NEXT, i + 1 == count ? 0 : memory.address + at + SEND_BYTES);
            to.putLong(at + PIECES, memory.address + piece);
            to.putInt(at + PIECE_COUNT, request.getSg_list().size());
            to.putInt(at + OPCODE, request.getOpcode());
            to.putInt(at + FLAGS, request.getSend_flags());
            remote(to, at, request);
            piece = pieces(to, piece, request.getSg_list());
        }
        return memory.address + REFUSED_BYTES;
    }

    private static void remote(ByteBuffer to, int at, IbvSendWR request) {
        int opcode = request.getOpcode();
        if (opcode == IbvSendWR.IBV_WR_ATOMIC_CMP_AND_SWP || opcode == IbvSendWR.IBV_WR_ATOMIC_FETCH_AND_ADD) {
            to.putLong(at + REMOTE, request.getAtomic().getRemote_addr());
            to.putLong(at + ATOMIC_COMPARE_ADD, request.getAtomic().getCompare_add());
            to.putLong(at + ATOMIC_SWAP, request.getAtomic().getSwap());
            to.putInt(at + ATOMIC_KEY, request.getAtomic().getRkey());
        } else {
            to.putLong(at + REMOTE, request.getRdma().getRemote_addr());
            to.putInt(at + RDMA_KEY, request.getRdma().getRkey());
        }
    }

    /** The address of a list of buffers to receive into, each in one piece. */
    public long receive(List<IbvRecvWR> work) {
        int count = work.size();
        int piece = REFUSED_BYTES + count * RECEIVE_BYTES;
        Memory memory = atLeast(piece + count * PIECE_BYTES);
        ByteBuffer to = memory.bytes;
        for (int i = 0; i < count; i++) {
            IbvRecvWR request = work.get(i);
            int at = REFUSED_BYTES + i * RECEIVE_BYTES;
            to.putLong(at + ID, request.getWr_id());
            to.putLong(at + NEXT, i + 1 == count ? 0 : memory.address + at + RECEIVE_BYTES);
            to.putLong(at + PIECES, memory.address + piece);
            to.putInt(at + PIECE_COUNT, 1);
            piece = pieces(to, piece, request.getSg_list().subList(0, 1));
        }
        return memory.address + REFUSED_BYTES;
    }

    private static int pieces(ByteBuffer to, int at, List<IbvSge> pieces) {
        int piece = at;
        for (int i = 0; i < pieces.size(); i++) {
            IbvSge memory = pieces.get(i);
            to.putLong(piece, memory.getAddr());
            to.putInt(piece + PIECE_LENGTH, memory.getLength());
            to.putInt(piece + PIECE_KEY, memory.getLkey());
            piece += PIECE_BYTES;
        }
        return piece;
    }

    /**
     * Takes the first completions from memory that a driver has filled; none when the count says that the call
     * failed.
     */
    public static void take(ByteBuffer filled, int count, IbvWC[] into) {
        for (int i = 0; i < count; i++) {
            int at = i * DONE_BYTES;
            IbvWC done = into[i];
            done.setWr_id(filled.getLong(at + ID));
            done.setStatus(filled.getInt(at + DONE_STATUS));
            done.setOpcode(filled.getInt(at + DONE_OPCODE));
            done.setVendor_err(filled.getInt(at + DONE_VENDOR_ERROR));
            done.setByte_len(filled.getInt(at + DONE_LENGTH));
            done.setQp_num(filled.getInt(at + DONE_QP_NUMBER));
        }
    }
}
