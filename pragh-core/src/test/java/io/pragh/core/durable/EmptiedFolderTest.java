package io.pragh.core.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.testkit.FaultyDisk;
import io.pragh.testkit.FaultyDisk.Fault;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Checks that the data folder of a node that has left can be used again, at whichever step of its removal the process
 * is killed or power is lost.
 */
class EmptiedFolderTest {
    private static final long SEED = 20_261_130L;
    private static final int PARTITIONS = 2;
    private static final int RECORDS = 20;
    private static final int RECORD_BYTES = 200;
    private static final int SEGMENT_BYTES = 1 << 10;
    private static final int CHANCES = 8;

    private static DataFolder open(FaultyDisk disk) {
        return DataFolder.openPart(disk, PARTITIONS);
    }

    /** A folder whose partitions have all gone. */
    private static FaultyDisk left() throws IOException {
        FaultyDisk disk = FaultyDisk.empty(SEED, Fault.NONE, 0);
        try (DataFolder folder = open(disk)) {
            folder.found(1, List.of(0, 1));
            LogWriter log = folder.logWriter(SEGMENT_BYTES, failed -> {});
            log.open(0);
            for (int partition : folder.kept()) {
                try (CheckpointWriter part = folder.begin(partition, 1, 0, Map.of())) {
                    part.finish();
                }
            }
            folder.complete(0, folder.kept());
            for (int i = 0; i < RECORDS; i++) {
                log.await(log.append(new byte[RECORD_BYTES]));
            }
            log.close();
            folder.drop(0);
            folder.drop(1);
        }
        return disk;
    }

    /** Removes everything; whether it has. */
    private static boolean empty(FaultyDisk disk) {
        try (DataFolder folder = open(disk)) {
            folder.empty();
            return true;
        } catch (IOException | RuntimeException failed) {
            assertTrue(disk.hasFailed(), failed::toString);
            return false;
        }
    }

    private static void use(FaultyDisk disk, String what) {
        try (DataFolder folder = open(disk)) {
            assertEquals(List.of(), folder.kept(), what);
            long end = folder.log().read(folder.logFrom(), (record, at) -> {});
            if (folder.graph() == 0) {
                folder.found(2, List.of());
            }
            try (LogWriter log = folder.logWriter(SEGMENT_BYTES, failed -> {})) {
                log.open(end);
                log.await(log.append(new byte[RECORD_BYTES]));
            }
            folder.empty();
        } catch (IOException | RuntimeException failed) {
            throw new AssertionError(what, failed);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void aFolderThatIsBeingEmptiedCanBeOpened(Fault fault) throws IOException {
        FaultyDisk left = left();
        FaultyDisk healthy = left.reopened(Fault.NONE, 0);
        assertTrue(empty(healthy));
        assertEquals(List.of(), healthy.names());
        assertTrue(healthy.steps() > 6, () -> "steps: " + healthy.steps());
        for (int at = 1; at <= healthy.steps(); at++) {
            for (int chance = 0; chance < CHANCES; chance++) {
                FaultyDisk disk = left.reopened(fault, at);
                empty(disk);
                String what = "fault=" + fault + " step=" + at + " chance=" + chance;
                use(disk.reopened(Fault.NONE, 0), "killed, " + what);
                use(disk.afterLoss(Fault.NONE, 0), "without power, " + what);
            }
        }
    }
}
