package io.pragh.core.address;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SizeClassTest {
    @Property(tries = 5000)
    void theSmallestBlockThatHoldsItIsChosen(@ForAll @IntRange(min = 1, max = SizeClass.BLOCK_BYTES_MAX) int bytes) {
        check(bytes);
    }

    @Test
    void theSmallestBlockThatHoldsItIsChosenForEverySmallSize() {
        for (int bytes = 1; bytes <= 20_000; bytes++) {
            check(bytes);
        }
    }

    private static void check(int bytes) {
        int sizeClass = SizeClass.of(bytes);
        int block = SizeClass.bytes(sizeClass);
        assertTrue(block >= bytes, bytes + " bytes do not fit into " + block);
        assertTrue(sizeClass == 0 || SizeClass.bytes(sizeClass - 1) < bytes, bytes + " bytes fit into less");
        if (bytes > 128) {
            int grains = (bytes + SizeClass.GRAIN_BYTES - 1) / SizeClass.GRAIN_BYTES * SizeClass.GRAIN_BYTES;
            assertTrue((block - grains) * 8L <= block, block - grains + " of " + block + " bytes are lost");
        }
    }

    @Test
    void classesAreNumberedBySizeAndFitIntoEightBits() {
        assertTrue(SizeClass.COUNT <= 256, "classes: " + SizeClass.COUNT);
        assertEquals(SizeClass.BLOCK_BYTES_MAX, SizeClass.bytes(SizeClass.COUNT - 1));
        for (int sizeClass = 0; sizeClass < SizeClass.COUNT; sizeClass++) {
            int bytes = SizeClass.bytes(sizeClass);
            assertEquals(sizeClass, SizeClass.of(bytes));
            assertEquals(0, bytes % SizeClass.GRAIN_BYTES);
            assertTrue(sizeClass == 0 || SizeClass.bytes(sizeClass - 1) < bytes, "class " + sizeClass);
        }
    }

    @Test
    void goldenSizesStayBecauseAddressesNameThem() {
        int[] classes = {0, 7, 8, 15, 16, 23, 24, 151};
        int[] bytes = {16, 128, 144, 256, 288, 512, 576, 32 << 20};
        for (int i = 0; i < classes.length; i++) {
            assertEquals(bytes[i], SizeClass.bytes(classes[i]));
        }
    }
}
