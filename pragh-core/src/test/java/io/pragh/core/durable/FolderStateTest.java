package io.pragh.core.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks what the file {@code graph} of a data folder says while partitions come and go, and that it is read again. */
class FolderStateTest {
    private static final long GRAPH = 0x1f0c;
    private static final long FOLDER = 0x77a0;
    private static final long OTHER = 0x4e11;

    @TempDir
    private Path folder;

    private final FolderState first = FolderState.of(GRAPH, FOLDER, 4, List.of(0, 1), 3, 100);

    private FolderState read(FolderState state) throws IOException {
        try (Disk disk = FolderDisk.open(folder)) {
            state.write(disk);
            return FolderState.read(disk);
        }
    }

    @Test
    void whatIsWrittenIsRead() throws IOException {
        FolderState moving = first.leaving(1, OTHER)
                .arriving(2, new FolderState.Part(7, 120), 5_000)
                .arriving(3, new FolderState.Part(8, 130), 6_000)
                .settled(3);
        for (FolderState state :
                List.of(first, moving, moving.staying(1), moving.without(1).without(0), first.withFolder(0))) {
            assertEquals(state, read(state));
        }
        assertEquals(List.of(), read(first.without(0).without(1)).kept());
    }

    @Test
    void aFolderBeforeFoldersHadNumbersIsReadAndGetsOne() throws IOException {
        try (Disk disk = FolderDisk.open(folder)) {
            first.withFolder(0).write(disk);
        }
        assertTrue(Files.readString(folder.resolve("graph")).startsWith("pragh 2\n"));
        long number;
        try (DataFolder opened = DataFolder.openPart(FolderDisk.open(folder), 4)) {
            number = opened.number();
            assertFalse(number == 0);
        }
        try (DataFolder again = DataFolder.openPart(FolderDisk.open(folder), 4)) {
            assertEquals(number, again.number());
            assertEquals(List.of(0, 1), again.kept());
        }
        Files.writeString(folder.resolve("graph"), "pragh 4\nsomething else\n");
        PraghException newer =
                assertThrows(PraghException.class, () -> DataFolder.openPart(FolderDisk.open(folder), 4));
        assertTrue(String.valueOf(newer.getMessage()).contains("another version"), newer::toString);
    }

    @Test
    void aPartitionThatComesHasAPartOfItsOwnUntilACheckpointHasIt() {
        FolderState arriving = first.arriving(2, new FolderState.Part(7, 120), 5_000);
        assertEquals(List.of(0, 1), arriving.kept());
        assertEquals(7, arriving.part(2));
        assertEquals(3, arriving.part(0));
        assertTrue(arriving.needs(CheckpointFile.name(7, 2)) && arriving.needs(CheckpointFile.name(3, 0)));
        assertFalse(arriving.needs(CheckpointFile.name(7, 0)) || arriving.needs(CheckpointFile.name(6, 2)));

        FolderState without = arriving.checkpoint(8, List.of(0, 1), 400);
        assertEquals(120, without.log(), "the log behind its part is needed");
        assertEquals(7, without.part(2));
        assertEquals(8, without.part(0));

        FolderState with = arriving.settled(2).checkpoint(8, List.of(0, 1, 2), 400);
        assertEquals(List.of(0, 1, 2), with.kept());
        assertEquals(400, with.log());
        assertEquals(8, with.part(2));
        assertEquals(Map.of(2, 5_000L), with.since(), "its earlier commits are in no log here");
        assertEquals(Map.of(), with.without(2).since());
    }

    @Test
    void whatComesReplacesWhatHadLeft() {
        FolderState back = first.leaving(1, OTHER).arriving(1, new FolderState.Part(7, 120), 5_000);
        assertEquals(List.of(0), back.kept());
        assertEquals(Map.of(), back.leaving());
        assertEquals(Set.of(1), back.settled(1).parts().keySet());
        assertEquals(List.of(0, 1), back.settled(1).kept());
    }

    /** Its node was closed, so no checkpoint can have it. */
    @Test
    void whatACheckpointHasNotStaysWithItsFormerPartAndItsLog() throws IOException {
        FolderState some = first.checkpoint(4, List.of(0), 400);
        assertEquals(100, some.log());
        assertEquals(4, some.part(0));
        assertEquals(3, some.part(1));
        assertTrue(some.needs(CheckpointFile.name(3, 1)) && !some.needs(CheckpointFile.name(3, 0)));
        FolderState again = some.checkpoint(5, List.of(0), 500);
        assertEquals(100, again.log());
        assertEquals(3, again.part(1));
        assertEquals(again.withFolder(0), read(again.withFolder(0)));
        FolderState all = again.checkpoint(6, List.of(0, 1), 600);
        assertEquals(600, all.log());
        assertEquals(6, all.part(1));
        FolderState none = FolderState.of(GRAPH, FOLDER, 4, List.of(0, 1), 0, 0).checkpoint(1, List.of(0), 400);
        assertEquals(0, none.part(1), "it has none");
        assertEquals(0, none.log());
    }

    /** A position before the one from which on there is a log would make the folder unreadable. */
    @Test
    void aLogThatWasCutIsNotNeededAgain() {
        assertEquals(100, first.checkpoint(4, List.of(0, 1), 0).log());
        assertEquals(400, first.checkpoint(4, List.of(0, 1), 400).log());
    }
}
