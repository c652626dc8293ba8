package io.pragh.core.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.testkit.FaultyDisk;
import io.pragh.testkit.FaultyDisk.Fault;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that data folders that are copied elsewhere are whole there, or refused until the copy is repeated. */
class FolderTransferTest {
    private static final long SEED = Long.getLong("pragh.seed", 20_261_130L);
    private static final int PARTITIONS = 2;

    private final List<Disk> sources = List.of(folder(1), folder(2));

    private static FaultyDisk empty() {
        return FaultyDisk.empty(SEED, Fault.NONE, 0);
    }

    private static Disk folder(int number) {
        FaultyDisk disk = empty();
        assertEquals(0, DataFolder.open(disk, PARTITIONS, true, () -> number).logFrom());
        return disk;
    }

    private static Map<String, ByteBuffer> contents(Disk disk) throws IOException {
        Map<String, ByteBuffer> contents = new TreeMap<>();
        for (String name : disk.names()) {
            try (Disk.File file = disk.open(name)) {
                ByteBuffer bytes = ByteBuffer.allocate((int) file.bytes());
                file.read(0, bytes);
                contents.put(name, bytes.flip());
            }
        }
        return contents;
    }

    private void assertWhole(List<? extends Disk> targets) throws IOException {
        for (int i = 0; i < targets.size(); i++) {
            assertEquals(contents(sources.get(i)), contents(targets.get(i)));
        }
    }

    @Test
    void whatIsCopiedIsTheSame() throws IOException {
        List<Disk> targets = List.of(empty(), empty());
        FolderTransfer.of(targets).copyAll(sources, BackupProgress.NONE);
        assertWhole(targets);
    }

    @Test
    void aFolderWithOtherFilesOrAGraphIsLeftAlone() throws IOException {
        FaultyDisk other = empty();
        other.create("letter").close();
        FaultyDisk marked = empty();
        FolderTransfer.of(List.of(marked)).copyAll(List.of(sources.get(0)), BackupProgress.NONE);
        marked.create(FolderTransfer.MARK).close(); // as when power was lost at the very end
        for (FaultyDisk wrong : List.of(other, marked)) {
            Map<String, ByteBuffer> before = contents(wrong);
            List<Disk> targets = List.of(empty(), wrong);
            PraghException refused = assertThrows(PraghException.class, () -> FolderTransfer.of(targets));
            assertTrue(String.valueOf(refused.getMessage()).contains("not empty"), refused::getMessage);
            assertEquals(before, contents(wrong));
        }
        assertEquals(1, DataFolder.open(marked, PARTITIONS, true, () -> 9).graph(), "the mark is in nobody's way");
    }

    @ParameterizedTest
    @EnumSource(names = {"POWER", "ERROR", "FULL"})
    void aCopyThatEndsAtAnyStepIsRefusedUntilItIsRepeated(Fault fault) throws IOException {
        int refusals = 0;
        for (int at = 1; ; at++) {
            FaultyDisk first = empty();
            FaultyDisk second = FaultyDisk.empty(SEED + at, fault, at);
            List<Disk> targets = List.of(first, second);
            try {
                FolderTransfer.of(targets).copyAll(sources, BackupProgress.NONE);
            } catch (PraghException failed) {
                FaultyDisk found =
                        fault == Fault.POWER ? second.afterLoss(Fault.NONE, 0) : second.reopened(Fault.NONE, 0);
                refusals += check(first, found) ? 1 : 0;
                continue;
            }
            assertTrue(!second.hasFailed() || fault == Fault.FULL, "the fault at step " + at + " was overlooked");
            assertWhole(targets);
            break;
        }
        assertTrue(refusals > 0, "copies that were refused");
    }

    /** Returns whether the second folder has a part of a graph. */
    private boolean check(FaultyDisk first, FaultyDisk second) throws IOException {
        if (second.names().contains(DataFolder.GRAPH)) {
            assertWhole(List.of(first));
            assertEquals(2, DataFolder.open(second, PARTITIONS, true, () -> 9).graph());
            return false;
        }
        boolean begun = second.names().contains(FolderTransfer.MARK);
        if (begun) {
            for (FaultyDisk each : List.of(second.reopened(Fault.NONE, 0))) {
                PraghException refused =
                        assertThrows(PraghException.class, () -> DataFolder.open(each, PARTITIONS, true, () -> 9));
                assertTrue(String.valueOf(refused.getMessage()).contains("do it again"), refused::getMessage);
            }
        } else {
            assertEquals(List.of(), second.names());
        }
        List<Disk> again = new ArrayList<>(List.of(first, second));
        if (first.names().contains(DataFolder.GRAPH)) {
            return begun; // it got its name before the second one: another name, or no other copy in its place
        }
        FolderTransfer.of(again).copyAll(sources, BackupProgress.NONE);
        assertWhole(again);
        return begun;
    }
}
