package io.pragh.core.address;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class ValueAddressTest {
    @Property
    void theWordHoldsEveryPartBusyOrNot(
            @ForAll @IntRange(max = 127) int partition,
            @ForAll @IntRange(max = 151) int sizeClass,
            @ForAll @IntRange(max = 511) int generation,
            @ForAll @LongRange(min = 256, max = (1L << 31) - 1) long grain,
            @ForAll boolean busy) {
        long offset = grain * ValueAddress.GRAIN_BYTES;
        long address = ValueAddress.of(partition, sizeClass, generation, offset);
        long word = busy ? address | ValueAddress.BUSY : address;
        assertTrue(ValueAddress.isBlock(word));
        assertEquals(busy, ValueAddress.isBusy(word));
        assertEquals(address, ValueAddress.withoutBusy(word));
        assertEquals(partition, ValueAddress.partition(word));
        assertEquals(sizeClass, ValueAddress.sizeClass(word));
        assertEquals(SizeClass.bytes(sizeClass), ValueAddress.blockBytes(word));
        assertEquals(generation, ValueAddress.generation(word));
        assertEquals(offset, ValueAddress.offset(word));
    }

    @Test
    void partsLieWhereTheDrawingSays() {
        assertEquals(1, ValueAddress.of(0, 0, 0, 16));
        assertEquals(1L << 31, ValueAddress.withEntries(0, 1));
        assertEquals(1L << 38, ValueAddress.of(0, 0, 1, 0));
        assertEquals(1L << 47, ValueAddress.of(0, 1, 0, 0));
        assertEquals(1L << 55, ValueAddress.of(1, 0, 0, 0));
        assertEquals(
                (1L << 62) - 1,
                ValueAddress.withEntries(ValueAddress.of(127, 255, 511, ValueAddress.OFFSET_MAX - 16), 127));
        assertEquals(0x4000_0000_0000_0000L, ValueAddress.BUSY);
        assertEquals(0x8000_0000_0000_0001L, ValueAddress.FORWARDED);
        assertEquals(0x8000_0000_0000_0002L, ValueAddress.LOST);
        assertEquals(32L << 30, ValueAddress.OFFSET_MAX);
    }

    @Test
    void absentAndSpecialWordsAreNoBlocks() {
        long[] words = {ValueAddress.ABSENT, ValueAddress.BUSY, ValueAddress.FORWARDED, ValueAddress.LOST};
        for (long word : words) {
            assertFalse(ValueAddress.isBlock(word), ValueAddress.show(word));
        }
        assertTrue(ValueAddress.isBusy(ValueAddress.BUSY));
        assertFalse(ValueAddress.isBusy(ValueAddress.FORWARDED));
        assertFalse(ValueAddress.isBusy(ValueAddress.LOST));
    }

    @Test
    void theGenerationWrapsAndTouchesNothingElse() {
        long address = ValueAddress.of(3, 9, 512 + 5, 4096);
        assertEquals(5, ValueAddress.generation(address));
        assertEquals(9, ValueAddress.sizeClass(address));
        assertEquals(3, ValueAddress.partition(address));
        assertEquals(511, ValueAddress.generation(ValueAddress.of(3, 9, -1, 4096)));
    }

    @Property
    void entriesTouchNothingElse(
            @ForAll @LongRange(min = 256, max = (1L << 31) - 1) long grain,
            @ForAll @IntRange(max = 127) int before,
            @ForAll @IntRange(max = 127) int entries) {
        long block = ValueAddress.of(127, 152, 511, grain * ValueAddress.GRAIN_BYTES);
        long word = ValueAddress.withEntries(ValueAddress.withEntries(block, before), entries) | ValueAddress.BUSY;
        assertEquals(entries, ValueAddress.entries(word));
        assertEquals(block, ValueAddress.block(word));
        assertEquals(grain * ValueAddress.GRAIN_BYTES, ValueAddress.offset(word));
        assertEquals(511, ValueAddress.generation(word));
        assertEquals(ValueAddress.withoutBusy(word), ValueAddress.withEntries(block, entries));
        assertEquals(ValueAddress.LOST, ValueAddress.block(ValueAddress.LOST));
    }

    @Test
    void aWordIsShownByItsParts() {
        assertEquals("p3+0x1000/160B gen5", ValueAddress.show(ValueAddress.of(3, 9, 5, 4096)));
        assertEquals("p3+0x1000/160B gen5 busy", ValueAddress.show(ValueAddress.of(3, 9, 5, 4096) | ValueAddress.BUSY));
        assertEquals(
                "p3+0x1000/160B gen5+7",
                ValueAddress.show(ValueAddress.withEntries(ValueAddress.of(3, 9, 5, 4096), 7)));
        assertEquals("absent", ValueAddress.show(ValueAddress.ABSENT));
        assertEquals("absent busy", ValueAddress.show(ValueAddress.BUSY));
        assertEquals("lost", ValueAddress.show(ValueAddress.LOST));
        assertEquals("forwarded", ValueAddress.show(ValueAddress.FORWARDED));
    }
}
