package io.pragh.rdma.verbs;

import com.ibm.disni.verbs.IbvSendWR;
import com.ibm.disni.verbs.IbvSge;
import io.pragh.core.fabric.Batch;
import java.util.ArrayList;
import java.util.LinkedList;
import java.util.List;

/**
 * A list of one-sided operations that are posted by one call, with one ring of the card's doorbell; the last of them
 * reports. One thread.
 */
final class WorkList {
    private final IbvSendWR[] requests;
    private final PinnedMemory memory;
    private final List<IbvSendWR> list = new ArrayList<>();

    /** A list of at most so many operations, whose local memory is contiguous. */
    @SuppressWarnings("JdkObsolete") // DiSNI asks for this kind of list
    WorkList(int size, PinnedMemory memory) {
        this.memory = memory;
        this.requests = new IbvSendWR[size];
        for (int i = 0; i < size; i++) {
            IbvSge piece = new IbvSge();
            piece.setLkey(memory.localKey());
            requests[i] = new IbvSendWR();
            requests[i].setSg_list(new LinkedList<>(List.of(piece)));
        }
    }

    boolean isEmpty() {
        return list.isEmpty();
    }

    /** Adds a piece of an operation; {@code place} is an offset in the local memory. */
    void add(long id, Batch batch, int op, long remote, int key, int place, int bytes) {
        switch (batch.kind(op)) {
            case READ -> addRead(id, remote, key, place, bytes);
            case WRITE -> rdma(next(id, IbvSendWR.IBV_WR_RDMA_WRITE, place, bytes), remote, key);
            case CAS -> {
                IbvSendWR request = next(id, IbvSendWR.IBV_WR_ATOMIC_CMP_AND_SWP, place, bytes);
                atomic(request, remote, key, batch.expected(op));
                request.getAtomic().setSwap(batch.operand(op));
            }
            case FETCH_ADD ->
                atomic(next(id, IbvSendWR.IBV_WR_ATOMIC_FETCH_AND_ADD, place, bytes), remote, key, batch.operand(op));
        }
    }

    /** Adds a READ. */
    void addRead(long id, long remote, int key, int place, int bytes) {
        rdma(next(id, IbvSendWR.IBV_WR_RDMA_READ, place, bytes), remote, key);
    }

    private IbvSendWR next(long id, int opcode, int place, int bytes) {
        IbvSendWR request = requests[list.size()];
        request.setWr_id(id);
        request.setOpcode(opcode);
        request.setSend_flags(0);
        IbvSge piece = request.getSg_list().getFirst();
        piece.setAddr(memory.address() + place);
        piece.setLength(bytes);
        list.add(request);
        return request;
    }

    private static void rdma(IbvSendWR request, long remote, int key) {
        request.getRdma().setRemote_addr(remote);
        request.getRdma().setRkey(key);
    }

    private static void atomic(IbvSendWR request, long remote, int key, long compareOrAdd) {
        request.getAtomic().setRemote_addr(remote);
        request.getAtomic().setRkey(key);
        request.getAtomic().setCompare_add(compareOrAdd);
    }

    /** Posts all operations, and clears the list; false when the connection is over. */
    boolean post(Connection connection) {
        list.get(list.size() - 1).setSend_flags(IbvSendWR.IBV_SEND_SIGNALED);
        boolean posted = connection.post(list);
        list.clear();
        return posted;
    }
}
