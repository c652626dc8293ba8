package io.pragh.core.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class RegionBoundsTest {
    private static final int SEGMENT = Region.SEGMENT_BYTES_MIN;

    private final Region region = Region.direct(SEGMENT, 3);

    @Test
    void aRegionContainsWhatLiesInOneExistingSegment() {
        region.grow();
        region.grow();

        assertTrue(region.contains(0, SEGMENT));
        assertTrue(region.contains(SEGMENT, SEGMENT));
        assertTrue(region.contains(2L * SEGMENT - Long.BYTES, Long.BYTES));
        assertFalse(region.contains(SEGMENT - Long.BYTES, 2 * Long.BYTES), "straddles two segments");
        assertFalse(region.contains(2L * SEGMENT, Long.BYTES), "the third segment does not exist yet");
        assertFalse(region.contains(-Long.BYTES, Long.BYTES));
        assertFalse(region.contains(0, -Long.BYTES));
    }

    @Test
    void anOffsetWhoseEndOverflowsIsOutside() {
        region.grow();

        assertFalse(region.contains(Long.MAX_VALUE - 7, Long.BYTES));
        assertFalse(region.contains(Long.MAX_VALUE, 1));
        assertFalse(region.contains(Long.MAX_VALUE - SEGMENT + 1, SEGMENT));
    }

    @Test
    void aSegmentThatTheProcessHasNoMemoryForIsNotAdded() {
        boolean[] exhausted = {false};
        Region region = new Region(4096, 4, bytes -> {
            if (exhausted[0]) {
                throw new OutOfMemoryError("Direct buffer memory");
            }
            return ByteBuffer.allocateDirect(bytes);
        });
        assertEquals(0, region.grow());
        exhausted[0] = true;
        assertEquals(-1, region.grow());
        assertEquals(4096, region.bytes());
        exhausted[0] = false;
        assertEquals(4096, region.grow());
    }
}
