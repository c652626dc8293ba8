package io.pragh.core.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pragh.core.base.PraghException;
import io.pragh.core.memory.Region;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BatchTest {
    private static final int SEGMENT = Region.SEGMENT_BYTES_MIN;

    private final Region local = Region.direct(SEGMENT, 2);
    private final Batch batch = new Batch(1);

    @BeforeEach
    void growLocalMemory() {
        local.grow();
        local.grow();
    }

    @Test
    void operationsKeepWhatTheyWereGivenWhileTheBatchGrows() {
        assertEquals(0, batch.read(7, 1 << 20, 64, local, 8));
        assertEquals(1, batch.write(6, 16, 24, local, SEGMENT));
        assertEquals(2, batch.writeWord(5, 24, 99));
        assertEquals(3, batch.readWord(4, 32));
        assertEquals(4, batch.cas(3, 40, 11, 12));
        assertEquals(5, batch.fetchAdd(2, 48, -1));

        assertEquals(6, batch.count());
        assertEquals(Batch.Kind.READ, batch.kind(0));
        assertEquals(7, batch.partition(0));
        assertEquals(1 << 20, batch.offset(0));
        assertEquals(64, batch.length(0));
        assertEquals(local, batch.region(0));
        assertEquals(8, batch.localOffset(0));
        assertEquals(SEGMENT, batch.localOffset(1));
        assertEquals(99, batch.operand(2));
        assertNull(batch.region(2));
        assertEquals(Batch.Kind.READ, batch.kind(3));
        assertEquals(11, batch.expected(4));
        assertEquals(12, batch.operand(4));
        assertEquals(-1, batch.operand(5));
        assertEquals(OpStatus.PENDING, batch.status(5));
    }

    @Test
    void aClearedBatchStartsAgainAtZero() {
        batch.readWord(1, 8);
        batch.end(0, OpStatus.OK, 5);
        batch.dueNanos(77);

        batch.clear();

        assertEquals(0, batch.count());
        assertEquals(0, batch.dueNanos());
        assertEquals(0, batch.readWord(2, 16));
        assertEquals(OpStatus.PENDING, batch.status(0));
    }

    @Test
    void operationsOnPartsOfWordsAreRefused() {
        assertThrows(PraghException.class, () -> batch.readWord(0, 4));
        assertThrows(PraghException.class, () -> batch.writeWord(0, 1, 0));
        assertThrows(PraghException.class, () -> batch.cas(0, 12, 0, 1));
        assertThrows(PraghException.class, () -> batch.fetchAdd(0, 9, 1));
        assertThrows(PraghException.class, () -> batch.read(0, 0, 12, local, 0));
        assertThrows(PraghException.class, () -> batch.read(0, 4, 8, local, 0));
        assertThrows(PraghException.class, () -> batch.write(0, 0, 8, local, 4));
        assertThrows(PraghException.class, () -> batch.write(0, 0, 0, local, 0));
        assertThrows(PraghException.class, () -> batch.read(0, 0, -8, local, 0));
        assertEquals(0, batch.count());
    }

    @Test
    void localMemoryThatDoesNotExistIsRefused() {
        assertThrows(PraghException.class, () -> batch.read(0, 0, 8, local, -8));
        assertThrows(PraghException.class, () -> batch.read(0, 0, 8, local, 2 * SEGMENT));
        assertThrows(PraghException.class, () -> batch.read(0, 0, 16, local, SEGMENT - 8), "straddles two segments");
        assertThrows(PraghException.class, () -> batch.write(0, 0, 16, local, Long.MAX_VALUE - 7));
        assertEquals(0, batch.count());
    }

    @Test
    void offsetsThatOnlyTheOtherNodeCanJudgeAreTaken() {
        batch.readWord(0, -8);
        batch.cas(0, Long.MAX_VALUE - 7, 0, 1);
        batch.readWord(-1, 0);

        assertEquals(3, batch.count());
    }
}
