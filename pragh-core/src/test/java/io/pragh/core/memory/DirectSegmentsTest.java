package io.pragh.core.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class DirectSegmentsTest {
    private static final int BYTES = 1 << 12;
    private static final int RESERVE = 1 << 10;
    private static final long SECOND_NANOS = 1_000_000_000;

    private long room;
    private long garbage;
    private int collections;
    private long nanos;
    private final DirectSegments segments = new DirectSegments(() -> room, this::collect, 0, () -> nanos);

    private long collect(long bytes) {
        collections++;
        room += garbage;
        garbage = 0;
        return room;
    }

    @Test
    void nothingIsCollectedWhereThereIsRoom() {
        room = BYTES;
        assertEquals(BYTES, segments.further(BYTES).capacity());
        assertEquals(0, collections);
    }

    @Test
    void whatNobodyUsesMakesRoom() {
        garbage = BYTES;
        assertEquals(BYTES, segments.further(BYTES).capacity());
        assertEquals(1, collections);
    }

    @Test
    void whereACollectionHelpsTheNextOneDoesNotWait() {
        for (int i = 1; i <= 100; i++) {
            room = 0;
            garbage = BYTES;
            assertTrue(hasRoom(), "the collection before this one has helped");
            assertEquals(i, collections);
        }
    }

    /** The engine of the tests ends with an OutOfMemoryError that a test throws. */
    private boolean hasRoom() {
        try {
            return segments.further(BYTES).capacity() == BYTES;
        } catch (OutOfMemoryError none) {
            return false;
        }
    }

    @Test
    void aFullProcessIsNotCollectedForEachValue() {
        for (int i = 0; i < 100; i++) {
            assertThrows(OutOfMemoryError.class, () -> segments.further(BYTES));
        }
        assertEquals(1, collections);
        garbage = BYTES;
        nanos += 9 * SECOND_NANOS;
        assertThrows(OutOfMemoryError.class, () -> segments.further(BYTES));
        nanos += 2 * SECOND_NANOS;
        assertEquals(BYTES, segments.further(BYTES).capacity());
        assertEquals(2, collections);
    }

    @Test
    void aRegionThatGrowsLeavesRoomForWhoWorksWithIt() {
        DirectSegments some = new DirectSegments(() -> room, this::collect, RESERVE, () -> nanos);
        room = BYTES + RESERVE;
        assertEquals(BYTES, some.further(BYTES).capacity());
        room--;
        assertThrows(OutOfMemoryError.class, () -> some.further(BYTES));
        assertEquals(BYTES, DirectSegments.first(BYTES).capacity());
    }

    @Test
    void aSegmentFromElsewhereIsRefusedAsDirectMemoryIs() {
        DirectSegments some = new DirectSegments(() -> room, this::collect, RESERVE, () -> nanos);
        room = BYTES + RESERVE;
        assertEquals(BYTES, some.further(BYTES, ByteBuffer::allocate).capacity());
        room--;
        assertThrows(OutOfMemoryError.class, () -> some.further(BYTES, ByteBuffer::allocate));
    }
}
