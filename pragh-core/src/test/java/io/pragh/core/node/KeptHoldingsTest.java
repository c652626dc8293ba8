package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.KeptShare;
import io.pragh.core.cluster.KeptShare.Holding;
import io.pragh.core.durable.ArrivedPart;
import io.pragh.core.durable.CheckpointHead;
import io.pragh.core.durable.DataFolder;
import io.pragh.core.durable.FolderDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks what a node that begins with a data folder makes of partitions that were on their way. */
class KeptHoldingsTest {
    private static final int PARTITIONS = 4;
    private static final int SELF = 5;
    private static final long OTHER = 0x4e11;
    /** The partition that the folder keeps, whatever happens to others. */
    private static final int OWN = 0;

    private static final int MOVING = 2;

    @TempDir
    private Path path;

    private DataFolder folder;
    private final List<ClusterView.Member> members = new ArrayList<>();
    private final long[] folders = new long[PARTITIONS];
    private int checks;

    @BeforeEach
    void open() throws IOException {
        folder = DataFolder.openPart(FolderDisk.open(path), PARTITIONS);
        folder.found(1, List.of(OWN));
        folders[OWN] = folder.number();
    }

    @AfterEach
    void close() throws IOException {
        folder.close();
    }

    private void arrive() throws IOException {
        CheckpointHead head = new CheckpointHead(0, 0, MOVING, 1, 0, Map.of());
        try (ArrivedPart part = new ArrivedPart(folder, head, 0, 0)) {
            folder.arrive(part, 1);
        }
    }

    private void leave() throws IOException {
        arrive();
        folder.settle(MOVING);
        folder.leave(MOVING, OTHER);
    }

    private void member(int node, KeptShare share) {
        members.removeIf(member -> member.node() == node);
        members.add(new ClusterView.Member(node, "node-" + node, "", "", share));
    }

    private ClusterView view() {
        int[] nobody = new int[PARTITIONS];
        Arrays.fill(nobody, ClusterView.NOBODY);
        return new ClusterView(1, members, nobody, new int[PARTITIONS], true, folders);
    }

    /** Settles; {@code meanwhile} happens when it has waited a while. */
    private boolean settle(Runnable meanwhile) throws IOException {
        checks = 0;
        return new KeptHoldings(folder).settle(this::view, SELF, () -> {
            if (++checks == 3) {
                meanwhile.run();
            }
        });
    }

    private boolean settle() throws IOException {
        return settle(() -> {
            throw new AssertionError("it waits");
        });
    }

    @Test
    void whatArrivesIsKeptIfTheViewSaysSo() throws IOException {
        arrive();
        folders[MOVING] = folder.number();
        assertTrue(settle());
        assertEquals(List.of(OWN, MOVING), folder.kept());
        assertEquals(List.of(), folder.arriving());
    }

    @Test
    void whatArrivesIsDroppedOtherwise() throws IOException {
        for (long keeper : new long[] {OTHER, 0}) {
            arrive();
            folders[MOVING] = keeper;
            assertFalse(settle());
            assertEquals(List.of(OWN), folder.kept());
            assertEquals(List.of(), folder.arriving());
        }
    }

    @Test
    void whatLeavesStaysUntilTheViewSaysThatItHasLeft() throws IOException {
        leave();
        folders[MOVING] = folder.number();
        assertFalse(settle());
        assertEquals(List.of(OWN, MOVING), folder.kept());
        assertEquals(Map.of(), folder.leaving());
    }

    /** It stays in the folder until the other node serves it. */
    @Test
    void whatHasLeftIsNotKeptAndNotDroppedYet() throws IOException {
        leave();
        folders[MOVING] = OTHER;
        assertTrue(settle());
        assertEquals(List.of(OWN), folder.kept());
        assertEquals(Set.of(MOVING), folder.away());
        assertEquals(List.of(OWN, MOVING), folder.label().kept());
    }

    @Test
    void anOlderCopyOfAFolderIsRefused() {
        folders[OWN] = OTHER;
        PraghException refused = assertThrows(PraghException.class, this::settle);
        assertTrue(String.valueOf(refused.getMessage()).contains("older copy"), refused::toString);
    }

    /** Before that, the other node may still decide a handover with it. */
    @Test
    void nothingIsSettledBeforeTheFoldersFormerNodeHasLeftTheView() throws IOException {
        arrive();
        folders[MOVING] = OTHER;
        member(SELF, KeptShare.settled(folder.number(), List.of(OWN), 0, false));
        member(1, KeptShare.settled(folder.number(), List.of(OWN), 0, true));
        assertTrue(settle(() -> {
            folders[MOVING] = folder.number();
            members.remove(1);
        }));
        assertEquals(List.of(OWN, MOVING), folder.kept());
    }

    @Test
    void withoutAViewTheOtherFolderIsWaitedFor() throws IOException {
        leave();
        assertFalse(settle(() -> member(1, new KeptShare(OTHER, List.of(), 0, false))));
        assertEquals(3, checks, "it has waited");
        assertEquals(List.of(OWN, MOVING), folder.kept());
        folder.leave(MOVING, OTHER);
        members.clear();
        assertTrue(settle(() -> member(1, new KeptShare(OTHER, List.of(Holding.settled(MOVING)), 0, false))));
        assertEquals(List.of(OWN), folder.kept());
    }
}
