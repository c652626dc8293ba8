package io.pragh.core.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.testkit.FaultyDisk;
import io.pragh.testkit.FaultyDisk.Fault;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Checks that a folder can be used again at whichever step of its founding the process is killed or power is lost, and
 * that one whose log was lost afterwards is told from it.
 */
class FoundedFolderTest {
    private static final long SEED = 20_261_201L;
    private static final int PARTITIONS = 2;
    private static final int RECORD_BYTES = 200;
    private static final int SEGMENT_BYTES = 1 << 10;
    private static final int CHANCES = 8;
    private static final long GRAPH = 42;
    private static final String LOG = LogSegment.name(0);

    /** The two kinds of folders. */
    private enum Kind {
        WHOLE {
            @Override
            DataFolder open(FaultyDisk disk) {
                return DataFolder.open(disk, PARTITIONS, true, () -> GRAPH);
            }
        },
        OF_A_NODE {
            @Override
            DataFolder open(FaultyDisk disk) {
                DataFolder folder = DataFolder.openPart(disk, PARTITIONS);
                if (folder.graph() == 0) {
                    folder.found(GRAPH, List.of(0));
                }
                return folder;
            }
        };

        abstract DataFolder open(FaultyDisk disk);
    }

    /** Founds a folder or opens it, and commits; returns the number of records that were there. */
    private static int use(Kind kind, FaultyDisk disk) throws IOException {
        int[] records = {0};
        try (DataFolder folder = kind.open(disk);
                LogWriter log = folder.logWriter(SEGMENT_BYTES, failed -> {})) {
            log.open(folder.log().read(folder.logFrom(), (record, at) -> records[0]++));
            log.await(log.append(new byte[RECORD_BYTES]));
        }
        return records[0];
    }

    /** The same on a disk that may fail; whether the record is durable. */
    private static boolean uses(Kind kind, FaultyDisk disk) {
        try {
            use(kind, disk);
            return true;
        } catch (IOException | RuntimeException failed) {
            assertTrue(disk.hasFailed(), failed::toString);
            return false;
        }
    }

    @ParameterizedTest
    @EnumSource
    void aFolderThatIsBeingFoundedCanBeOpened(Kind kind) throws IOException {
        FaultyDisk healthy = FaultyDisk.empty(SEED, Fault.NONE, 0);
        assertEquals(0, use(kind, healthy));
        assertTrue(healthy.steps() > 6, () -> "steps: " + healthy.steps());
        for (Fault fault : List.of(Fault.POWER, Fault.ERROR)) {
            for (int at = 1; at <= healthy.steps(); at++) {
                for (int chance = 0; chance < CHANCES; chance++) {
                    FaultyDisk disk = FaultyDisk.empty(SEED + chance, fault, at);
                    int durable = uses(kind, disk) ? 1 : 0;
                    String what = "fault=" + fault + " step=" + at + " chance=" + chance;
                    assertTrue(durable <= use(kind, disk.reopened(Fault.NONE, 0)), () -> "killed, " + what);
                    assertTrue(durable <= use(kind, disk.afterLoss(Fault.NONE, 0)), () -> "without power, " + what);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aFolderWhoseLogIsGoneIsDamaged(Kind kind) throws IOException {
        FaultyDisk disk = FaultyDisk.empty(SEED, Fault.NONE, 0);
        use(kind, disk);
        disk.delete(LOG);
        disk.syncNames();
        DamagedDataException gone =
                assertThrows(DamagedDataException.class, () -> use(kind, disk.reopened(Fault.NONE, 0)));
        assertTrue(gone.getMessage().contains("the log is gone"), gone::getMessage);
    }

    @Test
    void aFolderWhoseDescriptionIsGoneIsNotEmpty() throws IOException {
        FaultyDisk disk = FaultyDisk.empty(SEED, Fault.NONE, 0);
        use(Kind.WHOLE, disk);
        assertFalse(disk.names().contains(FolderState.NEXT));
        disk.delete(FolderState.NAME);
        disk.syncNames();
        assertThrows(DamagedDataException.class, () -> use(Kind.WHOLE, disk.reopened(Fault.NONE, 0)));
    }
}
