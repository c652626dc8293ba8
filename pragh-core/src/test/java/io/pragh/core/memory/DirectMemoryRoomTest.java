package io.pragh.core.memory;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that unreachable direct memory, which counts as used until the garbage collector has run, does not make an
 * allocation fail.
 */
class DirectMemoryRoomTest {
    private static final int BYTES = 64 << 20;
    private static final int OF_OTHERS = 1 << 20;

    @TempDir
    Path folder;

    /** What other tests of this process have left is freed now, not in the midst of a test. */
    @BeforeEach
    void freeWhatOthersHaveLeft() {
        DirectMemory.roomAfterCollection(Long.MAX_VALUE);
    }

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

    @Test
    void segmentsOfMappedFilesCountUntilNobodyReachesThem() throws IOException {
        long before = DirectMemory.room();
        assertTrue(mapped() < before - 2L * BYTES + OF_OTHERS);
        assertTrue(DirectMemory.roomAfterCollection(before - OF_OTHERS) >= before - OF_OTHERS);
    }

    /** The room while a region of two segments in a file is there. */
    private long mapped() throws IOException {
        try (FileChannel file = FileChannel.open(
                folder.resolve("segments"),
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            Region region = Region.counted(BYTES, 2, bytes -> mapped(file, bytes));
            assertTrue(region.grow() == 0 && region.grow() == BYTES);
            long room = DirectMemory.room();
            region.setLong(BYTES, 1);
            return room;
        }
    }

    private static ByteBuffer mapped(FileChannel file, int bytes) {
        try {
            return file.map(FileChannel.MapMode.READ_WRITE, 0, bytes);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
