package io.pragh.core.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.memory.Region;
import io.pragh.testkit.FaultyDisk;
import io.pragh.testkit.FaultyDisk.Fault;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Checks checkpoints on a disk without enough room for them. */
class CheckpointRoomTest {
    private static final int VALUE_BYTES = 1 << 20;
    private static final int VALUES = 40;
    /** The bytes that a checkpoint may write beyond its limit before it is ended. */
    private static final long LATE_BYTES = 18 << 20;

    private final FaultyDisk disk = FaultyDisk.empty(1, Fault.NONE, 0);
    private final DataFolder folder = DataFolder.open(disk, 1, true, () -> 42);
    private final Region region = new Region(VALUE_BYTES, 1, ByteBuffer::allocateDirect);

    private void writePart() throws IOException {
        region.grow();
        try (CheckpointWriter writer = folder.begin(0, 1, 0, Map.of())) {
            for (int key = 1; key <= VALUES; key++) {
                writer.add(key, region, 0, VALUE_BYTES);
            }
            writer.finish();
        }
    }

    @Test
    void noneIsBegunWhereWhatIsLeftIsForTheLog() throws IOException {
        List<String> before = disk.names();
        disk.leaveFree(CheckpointWriter.RESERVED_BYTES - 1);
        NoRoomException refused = assertThrows(NoRoomException.class, this::writePart);
        assertTrue(String.valueOf(refused.getMessage()).contains("free=67108863"), refused::toString);
        assertEquals(before, disk.names());
        disk.leaveFree(CheckpointWriter.RESERVED_BYTES + 2L * VALUES * VALUE_BYTES);
        writePart();
        folder.complete(0, folder.kept());
        assertTrue(folder.hasCheckpoint());
    }

    @Test
    void oneThatTurnsOutTooLargeIsEndedWhileTheLogHasRoomAndLeavesNothing() throws IOException {
        long free = CheckpointWriter.RESERVED_BYTES + VALUES / 4 * VALUE_BYTES;
        List<String> before = disk.names();
        disk.leaveFree(free);
        assertThrows(NoRoomException.class, this::writePart);
        assertTrue(disk.bytesFree() > CheckpointWriter.RESERVED_BYTES - LATE_BYTES, () -> "free " + disk.bytesFree());
        folder.abandon();
        assertEquals(before, disk.names());
        assertEquals(free, disk.bytesFree());
    }
}
