package io.pragh.rdma.verbs.foreign;

import com.ibm.disni.verbs.IbvRecvWR;
import com.ibm.disni.verbs.IbvSendWR;
import com.ibm.disni.verbs.IbvSge;
import com.ibm.disni.verbs.IbvWC;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Lays work requests out in a queue pair's memory as a list that is posted at once, and reads completions. Structures are written when they
 * are posted, so whoever posts again changes DiSNI's objects and nothing else. Stateless.
 */
final class WorkRequests {
    private WorkRequests() {}

    /** Posts all of them, by one call; throws when the queue is full or the pair is of no use, and none or the first few are posted. */
    static void send(Handles.Pair pair, List<IbvSendWR> work) throws IOException {
        int count = work.size();
        long pieces = 0;
        for (int i = 0; i < count; i++) {
            pieces += work.get(i).getSg_list().size();
        }
        long end = count * Abi.SEND_BYTES + pieces * Abi.PIECE_BYTES;
        long begin = pair.sends.atLeast(end + Long.BYTES);
        long piece = begin + count * Abi.SEND_BYTES;
        for (int i = 0; i < count; i++) {
            IbvSendWR request = work.get(i);
            long at = begin + i * Abi.SEND_BYTES;
            Native.setLong(at + Abi.SEND_ID, request.getWr_id());
            Native.setLong(at + Abi.SEND_NEXT, i + 1 == count ? 0 : at + Abi.SEND_BYTES);
            Native.setLong(at + Abi.SEND_PIECES, piece);
            Native.setInt(at + Abi.SEND_PIECE_COUNT, request.getSg_list().size());
            Native.setInt(at + Abi.SEND_OPCODE, request.getOpcode());
            Native.setInt(at + Abi.SEND_FLAGS, request.getSend_flags());
            remote(at, request);
            piece = pieces(piece, request.getSg_list());
        }
        post("ibv_post_send", pair, pair.send, begin, begin + end);
    }

    private static void remote(long at, IbvSendWR request) {
        int opcode = request.getOpcode();
        if (opcode == IbvSendWR.IBV_WR_ATOMIC_CMP_AND_SWP || opcode == IbvSendWR.IBV_WR_ATOMIC_FETCH_AND_ADD) {
            Native.setLong(at + Abi.SEND_REMOTE, request.getAtomic().getRemote_addr());
            Native.setLong(at + Abi.SEND_ATOMIC_COMPARE_ADD, request.getAtomic().getCompare_add());
            Native.setLong(at + Abi.SEND_ATOMIC_SWAP, request.getAtomic().getSwap());
            Native.setInt(at + Abi.SEND_ATOMIC_KEY, request.getAtomic().getRkey());
        } else {
            Native.setLong(at + Abi.SEND_REMOTE, request.getRdma().getRemote_addr());
            Native.setInt(at + Abi.SEND_RDMA_KEY, request.getRdma().getRkey());
        }
    }

    /** Posts all of them, by one call. */
    static void receive(Handles.Pair pair, List<IbvRecvWR> work) throws IOException {
        int count = work.size();
        long end = count * (Abi.RECEIVE_BYTES + Abi.PIECE_BYTES);
        long begin = pair.receives.atLeast(end + Long.BYTES);
        long piece = begin + count * Abi.RECEIVE_BYTES;
        for (int i = 0; i < count; i++) {
            IbvRecvWR request = work.get(i);
            long at = begin + i * Abi.RECEIVE_BYTES;
            Native.setLong(at + Abi.SEND_ID, request.getWr_id());
            Native.setLong(at + Abi.SEND_NEXT, i + 1 == count ? 0 : at + Abi.RECEIVE_BYTES);
            Native.setLong(at + Abi.SEND_PIECES, piece);
            Native.setInt(at + Abi.SEND_PIECE_COUNT, 1);
            piece = pieces(piece, request.getSg_list().subList(0, 1));
        }
        post("ibv_post_recv", pair, pair.receive, begin, begin + end);
    }

    private static long pieces(long at, List<IbvSge> pieces) {
        long piece = at;
        for (int i = 0; i < pieces.size(); i++) {
            IbvSge memory = pieces.get(i);
            Native.setLong(piece, memory.getAddr());
            Native.setInt(piece + Abi.PIECE_LENGTH, memory.getLength());
            Native.setInt(piece + Abi.PIECE_KEY, memory.getLkey());
            piece += Abi.PIECE_BYTES;
        }
        return piece;
    }

    private static void post(String name, Handles.Pair pair, MemorySegment function, long work, long firstFailed)
            throws IOException {
        Native.done(name, Native.call(() -> (int) Native.POST.invokeExact(function, pair.address, work, firstFailed)));
    }

    /** How many completions there were; they are in the first elements of the array. */
    static int poll(Handles.Queue queue, long memory, IbvWC[] into, int limit) throws IOException {
        int polled = Native.call(() -> (int) Native.POLL_CQ.invokeExact(queue.poll, queue.address, limit, memory));
        if (polled < 0) {
            throw new IOException("ibv_poll_cq failed: result=" + polled);
        }
        for (int i = 0; i < polled; i++) {
            long at = memory + i * Abi.DONE_BYTES;
            IbvWC done = into[i];
            done.setWr_id(Native.getLong(at));
            done.setStatus(Native.getInt(at + Abi.DONE_STATUS));
            done.setOpcode(Native.getInt(at + Abi.DONE_OPCODE));
            done.setVendor_err(Native.getInt(at + Abi.DONE_VENDOR_ERROR));
            done.setByte_len(Native.getInt(at + Abi.DONE_LENGTH));
            done.setQp_num(Native.getInt(at + Abi.DONE_QP_NUMBER));
        }
        return polled;
    }
}
