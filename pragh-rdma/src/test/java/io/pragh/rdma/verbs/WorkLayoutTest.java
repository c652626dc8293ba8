package io.pragh.rdma.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.ibm.disni.verbs.IbvRecvWR;
import com.ibm.disni.verbs.IbvSendWR;
import com.ibm.disni.verbs.IbvSge;
import com.ibm.disni.verbs.IbvWC;
import java.nio.ByteBuffer;
import java.util.LinkedList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Checks the structures of work requests and completions byte by byte against the 64-bit layout of rdma-core's header
 * {@code infiniband/verbs.h}.
 */
class WorkLayoutTest {
    private static final long BEGINS_AT = 0x7000_0000_0000L;

    private ByteBuffer memory = ByteBuffer.allocate(0);
    private final WorkLayout layout = new WorkLayout(bytes -> {
        memory = bytes;
        return BEGINS_AT;
    });

    @SuppressWarnings({"JdkObsolete", "NonApiType"}) // DiSNI's methods take this kind of list
    private static LinkedList<IbvSge> piece(long address, int length, int key) {
        IbvSge piece = new IbvSge();
        piece.setAddr(address);
        piece.setLength(length);
        piece.setLkey(key);
        return new LinkedList<>(List.of(piece));
    }

    private static IbvSendWR read(long id) {
        IbvSendWR read = new IbvSendWR();
        read.setWr_id(id);
        read.setOpcode(IbvSendWR.IBV_WR_RDMA_READ);
        read.setSg_list(piece(0x1000, 24, 7));
        read.getRdma().setRemote_addr(0x2000);
        read.getRdma().setRkey(9);
        return read;
    }

    private static IbvSendWR swap(long id) {
        IbvSendWR swap = new IbvSendWR();
        swap.setWr_id(id);
        swap.setOpcode(IbvSendWR.IBV_WR_ATOMIC_CMP_AND_SWP);
        swap.setSend_flags(IbvSendWR.IBV_SEND_SIGNALED);
        swap.setSg_list(piece(0x3000, 8, 7));
        swap.getAtomic().setRemote_addr(0x4008);
        swap.getAtomic().setCompare_add(-2);
        swap.getAtomic().setSwap(Long.MIN_VALUE + 1);
        swap.getAtomic().setRkey(11);
        return swap;
    }

    @Test
    void aReadAndASwapAreOneListWithAllTheirOperands() {
        long list = layout.send(List.of(read(5), swap(6)));

        int at = (int) (list - BEGINS_AT);
        assertEquals(WorkLayout.REFUSED_BYTES, at);
        assertEquals(5, memory.getLong(at));
        assertEquals(list + 128, memory.getLong(at + 8), "next");
        assertEquals(list + 256, memory.getLong(at + 16), "its piece is behind the list");
        assertEquals(1, memory.getInt(at + 24));
        assertEquals(IbvSendWR.IBV_WR_RDMA_READ, memory.getInt(at + 28));
        assertEquals(0, memory.getInt(at + 32));
        assertEquals(0x2000, memory.getLong(at + 40));
        assertEquals(9, memory.getInt(at + 48));
        assertPiece(at + 256, 0x1000, 24, 7);

        int second = at + 128;
        assertEquals(6, memory.getLong(second));
        assertEquals(0, memory.getLong(second + 8), "the last");
        assertEquals(list + 272, memory.getLong(second + 16));
        assertEquals(IbvSendWR.IBV_WR_ATOMIC_CMP_AND_SWP, memory.getInt(second + 28));
        assertEquals(IbvSendWR.IBV_SEND_SIGNALED, memory.getInt(second + 32));
        assertEquals(0x4008, memory.getLong(second + 40));
        assertEquals(-2, memory.getLong(second + 48), "expected");
        assertEquals(Long.MIN_VALUE + 1, memory.getLong(second + 56), "wanted");
        assertEquals(11, memory.getInt(second + 64));
        assertPiece(at + 272, 0x3000, 8, 7);
    }

    private void assertPiece(int at, long address, int length, int key) {
        assertEquals(address, memory.getLong(at));
        assertEquals(length, memory.getInt(at + 8));
        assertEquals(key, memory.getInt(at + 12));
    }

    @Test
    void anAdditionHasItsOperandWhereACompareHasTheExpected() {
        IbvSendWR add = swap(1);
        add.setOpcode(IbvSendWR.IBV_WR_ATOMIC_FETCH_AND_ADD);
        add.getAtomic().setCompare_add(41);

        int at = (int) (layout.send(List.of(add)) - BEGINS_AT);

        assertEquals(IbvSendWR.IBV_WR_ATOMIC_FETCH_AND_ADD, memory.getInt(at + 28));
        assertEquals(41, memory.getLong(at + 48));
        assertEquals(11, memory.getInt(at + 64));
    }

    @Test
    void buffersToReceiveIntoAreAListOfTheirOwnShape() {
        IbvRecvWR first = new IbvRecvWR();
        first.setWr_id(1);
        first.setSg_list(piece(0x5000, 8192, 3));
        IbvRecvWR second = new IbvRecvWR();
        second.setWr_id(2);
        second.setSg_list(piece(0x7000, 8192, 3));

        long list = layout.receive(List.of(first, second));

        int at = (int) (list - BEGINS_AT);
        assertEquals(1, memory.getLong(at));
        assertEquals(list + 32, memory.getLong(at + 8));
        assertEquals(list + 64, memory.getLong(at + 16));
        assertEquals(1, memory.getInt(at + 24));
        assertEquals(2, memory.getLong(at + 32));
        assertEquals(0, memory.getLong(at + 40));
        assertPiece(at + 64, 0x5000, 8192, 3);
        assertPiece(at + 80, 0x7000, 8192, 3);
    }

    @Test
    void completionsAreTakenAndNoMoreThanThereAre() {
        ByteBuffer filled = WorkLayout.completions(2);
        filled.putLong(0, 77).putInt(8, 12).putInt(12, 1).putInt(16, 99).putInt(20, 4096);
        filled.putInt(28, 1234);
        filled.putLong(48, 78);
        IbvWC[] into = {new IbvWC(), new IbvWC()};

        WorkLayout.take(filled, 1, into);

        assertEquals(77, into[0].getWr_id());
        assertEquals(12, into[0].getStatus());
        assertEquals(1, into[0].getOpcode());
        assertEquals(99, into[0].getVendor_err());
        assertEquals(4096, into[0].getByte_len());
        assertEquals(1234, into[0].getQp_num());
        assertEquals(new IbvWC().getWr_id(), into[1].getWr_id());
    }

    @Test
    void aLibraryOfAnotherShapeIsTold() {
        assertTrue(WorkLayout.matches(128, 32, 16, 48, 40, 48));
        assertFalse(WorkLayout.matches(136, 32, 16, 48, 40, 48));
        assertFalse(WorkLayout.matches(128, 32, 16, 48, 40, 52));
    }
}
