package io.pragh.core.access.location;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.memory.Region;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class CacheEntryTest {
    private final Region region = Region.direct(Region.SEGMENT_BYTES_MIN, 1);
    private final ByteBuffer segment = region.segment(region.grow());

    @Test
    void entryIsDrawnToTheByte() {
        assertTrue(CacheEntry.take(segment, 32, 0));
        CacheEntry.write(segment, 32, 0x1111222233334444L, 0x5555666677778888L, 0x0102030405060708L);
        CacheEntry.setCount(segment, 32, 0x0A0B0C0D);
        CacheEntry.release(segment, 32, 0);
        byte[] bytes = new byte[CacheEntry.LENGTH];
        region.get(32, bytes, 0, bytes.length);
        assertEquals(
                "4444333322221111" + "8888777766665555" + "0807060504030201" + "02000000" + "0d0c0b0a",
                HexFormat.of().formatHex(bytes));
    }

    @Test
    void onlyOneWriterTakesAnEntry() {
        assertTrue(CacheEntry.take(segment, 0, 0));
        assertTrue(CacheEntry.isTaken(CacheEntry.sequenceAcquire(segment, 0)));
        assertFalse(CacheEntry.take(segment, 0, 0));
        CacheEntry.release(segment, 0, 0);
        assertFalse(CacheEntry.take(segment, 0, 0), "what was decided on sequence 0 is out of date");
        assertTrue(CacheEntry.take(segment, 0, 2));
    }

    @Test
    void sequenceStaysEvenBetweenWritesWhenItOverflows() {
        CacheEntry.release(segment, 0, Integer.MAX_VALUE - 1);
        int sequence = CacheEntry.sequenceAcquire(segment, 0);
        assertEquals(Integer.MIN_VALUE, sequence);
        assertFalse(CacheEntry.isTaken(sequence));
    }
}
