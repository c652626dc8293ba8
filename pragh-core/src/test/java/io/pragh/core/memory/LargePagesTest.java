package io.pragh.core.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import io.pragh.testkit.ResidentMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks that the memory of partitions is asked for in large pages, and that the advice leaves it as it was. */
class LargePagesTest {
    private static final int SEGMENT = 64 << 20;

    @BeforeEach
    void systemKnowsLargePages() {
        assumeTrue(SystemMemory.isAsked(), "system calls are not available");
        assumeTrue(Files.exists(Path.of("/sys/kernel/mm/transparent_hugepage")), "the kernel has no large pages");
    }

    /** The flags of the mapping that contains an offset, as the kernel reports them. */
    private static String flags(Region region, long offset) throws IOException {
        long address =
                Pointer.nativeValue(Native.getDirectBufferPointer(region.segment(offset))) + region.index(offset);
        boolean here = false;
        for (String line : Files.readAllLines(Path.of("/proc/self/smaps"))) {
            if (line.matches("[0-9a-f]+-[0-9a-f]+ .*")) {
                int dash = line.indexOf('-');
                long begin = Long.parseUnsignedLong(line, 0, dash, 16);
                here = begin <= address && address < Long.parseUnsignedLong(line, dash + 1, line.indexOf(' '), 16);
            } else if (here && line.startsWith("VmFlags:")) {
                return line + " ";
            }
        }
        throw new AssertionError("no mapping contains the address 0x" + Long.toHexString(address));
    }

    @Test
    void segmentsAreAskedForInLargePages() throws IOException {
        Region region = Region.direct(SEGMENT, 2);
        region.grow();
        region.grow();
        for (long offset = 0; offset < region.bytes(); offset += SEGMENT / 2) {
            assertTrue(flags(region, offset).contains(" hg "), "offset=" + offset + " " + flags(region, offset));
        }
    }

    @Test
    void itTakesMemoryWhereItIsWritten() throws IOException {
        long before = ResidentMemory.bytes();
        Region region = Region.direct(SEGMENT, 1);
        region.grow();
        long grown = ResidentMemory.bytes() - before;
        assertTrue(grown < SEGMENT / 4, "resident after it was allocated: " + grown);
        for (long offset = 0; offset < SEGMENT; offset += Long.BYTES) {
            assertEquals(0, region.getLong(offset));
            region.setLong(offset, ~offset);
        }
        long written = ResidentMemory.bytes() - before;
        assertTrue(written > SEGMENT / 4 * 3, "resident after it was written: " + written);
        for (long offset = 0; offset < SEGMENT; offset += Long.BYTES) {
            assertEquals(~offset, region.getLong(offset));
        }
    }
}
