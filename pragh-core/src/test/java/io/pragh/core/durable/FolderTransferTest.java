package io.pragh.core.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.testkit.FaultyDisk;
import io.pragh.testkit.FaultyDisk.Fault;
import java.io.IOException;
import java.nio.ByteBuffer;
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
    /** How often chance decides what a loss of power leaves. */
    private static final int CHANCES = 20;

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
        for (long seed = SEED; seed < SEED + CHANCES; seed++) {
            int at = 1;
            while (fails(seed, fault, at)) {
                at++;
            }
            refusals += at - 1;
        }
        assertTrue(refusals > CHANCES, "copies that failed");
    }

    /** Returns whether the copy failed with a fault at this step; what it left must be refused until it is repeated. */
    private boolean fails(long seed, Fault fault, int at) throws IOException {
        FaultyDisk first = empty();
        FaultyDisk second = FaultyDisk.empty(seed * 100 + at, fault, at);
        List<Disk> targets = List.of(first, second);
        try {
            FolderTransfer.of(targets).copyAll(sources, BackupProgress.NONE);
        } catch (PraghException failed) {
            checkLeft(first, fault == Fault.POWER ? second.afterLoss(Fault.NONE, 0) : second.reopened(Fault.NONE, 0));
            return true;
        }
        assertTrue(!second.hasFailed() || fault == Fault.FULL, "the fault at step " + at + " was overlooked");
        assertWhole(targets);
        return false;
    }

    private void checkLeft(FaultyDisk first, FaultyDisk second) throws IOException {
        if (second.names().contains(DataFolder.GRAPH)) {
            assertWhole(List.of(first));
            second.delete(FolderTransfer.MARK);
            second.delete(FolderState.NEXT); // power was lost between the two names of the file
            assertEquals(contents(sources.get(1)), contents(second));
            return;
        }
        if (second.names().contains(FolderTransfer.MARK)) {
            PraghException refused =
                    assertThrows(PraghException.class, () -> DataFolder.open(second, PARTITIONS, true, () -> 9));
            assertTrue(String.valueOf(refused.getMessage()).contains("do it again"), refused::getMessage);
        } else {
            assertEquals(List.of(), second.names());
        }
        if (!first.names().contains(DataFolder.GRAPH)) { // it gets its name before the second one
            List<Disk> again = List.of(first, second);
            FolderTransfer.of(again).copyAll(sources, BackupProgress.NONE);
            assertWhole(again);
        }
    }
}
