package io.pragh.core.memory;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/**
 * Checks that unreachable direct memory, which counts as used until the garbage collector has run, does not make an
 * allocation fail.
 */
class DirectMemoryRoomTest {
    private static final int BYTES = 64 << 20;
    private static final int OF_OTHERS = 1 << 20;

    @Test
    void whatNobodyUsesIsFreedWhenSomebodyNeedsIt() {
        long before = DirectMemory.room();
        ByteBuffer used = ByteBuffer.allocateDirect(BYTES);
        assertTrue(used.capacity() > before - DirectMemory.room() - OF_OTHERS);
        assertTrue(
                DirectMemory.roomAfterCollection(0) < before - BYTES + OF_OTHERS,
                "who needs nothing waits for nothing");
        used = null;
        assertTrue(DirectMemory.roomAfterCollection(before - OF_OTHERS) >= before - OF_OTHERS);
    }
}
