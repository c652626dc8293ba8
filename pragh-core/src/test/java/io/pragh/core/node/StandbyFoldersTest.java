package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.KeptShare;
import io.pragh.core.durable.DataFolder;
import io.pragh.core.durable.DataPlace;
import io.pragh.core.durable.Disk;
import io.pragh.core.durable.FolderDisk;
import io.pragh.core.persist.RestoreProgress;
import io.pragh.core.placement.ClusterWatch;
import io.pragh.core.placement.Coordination;
import io.pragh.core.placement.NodeIdentity;
import io.pragh.testkit.ManualClock;
import io.pragh.testkit.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks which folders a standby takes, beside a cluster whose views a test makes. */
class StandbyFoldersTest {
    private static final long GRAPH = 7;
    private static final int PARTITIONS = 3;
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    private Path folders;

    private final ManualClock clock = new ManualClock();
    private final Workers workers = new Workers();
    private final List<Watch> watches = new CopyOnWriteArrayList<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    /** The number of times that joining fails before it succeeds. */
    private final AtomicInteger failures = new AtomicInteger();
    /** The number of times that the cluster cannot be reached. */
    private final AtomicInteger unreachable = new AtomicInteger();

    private volatile ClusterView view = view(true, 0, 1, 2);
    private volatile boolean over;

    /** Ends the standby's wait when it takes a folder. */
    private static final class Taken extends Error {
        private static final long serialVersionUID = 1;

        Taken(String folder) {
            super(folder);
        }
    }

    private final class Watch implements ClusterWatch {
        private volatile boolean closed;

        @Override
        public ClusterView view() {
            if (over) {
                throw new Taken("nothing");
            }
            return view;
        }

        @Override
        public long graph() {
            return GRAPH;
        }

        @Override
        public Coordination join(NodeIdentity node) {
            throw new AssertionError("the test joins by itself");
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    @AfterEach
    void end() {
        over = true;
        workers.close();
    }

    /** A view whose members each serve the partition of their number. */
    private static ClusterView view(boolean kept, Integer... serving) {
        int[] nodeOf = new int[PARTITIONS];
        List<ClusterView.Member> members = new ArrayList<>();
        for (int p = 0; p < PARTITIONS; p++) {
            boolean serves = List.of(serving).contains(p);
            nodeOf[p] = serves ? p : ClusterView.NOBODY;
            if (serves) {
                members.add(new ClusterView.Member(p, "node-" + p, "", "", KeptShare.settled(0, List.of(p), 0, true)));
            }
        }
        return new ClusterView(1, members, nodeOf, new int[PARTITIONS], kept);
    }

    private Path folder(String name, long graph, Integer... kept) throws IOException {
        Path path = folders.resolve(name);
        try (Disk disk = FolderDisk.open(path)) {
            DataFolder.openPart(disk, PARTITIONS).found(graph, List.of(kept));
        }
        return path;
    }

    private ClusterWatch reach() {
        if (!watches.isEmpty() && unreachable.getAndDecrement() > 0) {
            throw new PraghException("the service is away");
        }
        Watch watch = new Watch();
        watches.add(watch);
        return watch;
    }

    private ClusterNode join(DataPlace folder) {
        asked.add(folder.name());
        if (failures.getAndDecrement() > 0) {
            throw new PraghException("it does not go: folder=" + folder);
        }
        throw new Taken(folder.name());
    }

    /** Waits until a folder is taken; returns its name. */
    private String await() {
        return String.valueOf(assertThrows(
                        Taken.class,
                        () -> new Standby(this::reach, "a cluster", DataPlace.of(folders), clock)
                                .await((folder, watch) -> join(folder), RestoreProgress.NONE))
                .getMessage());
    }

    /** Waits in a thread of its own; the name of the folder is in the list once {@link #over}. */
    private List<String> start() {
        List<String> taken = new CopyOnWriteArrayList<>();
        workers.start(() -> taken.add(await()));
        workers.await("it looks", () -> !watches.isEmpty());
        return taken;
    }

    /** Lets the standby look several times at the present state. */
    private void rest() {
        long until = System.nanoTime() + SECOND / 2;
        workers.await("some looks", () -> System.nanoTime() - until > 0);
    }

    @Test
    void aFolderOfALostPartitionIsTakenAndNoneOfAnotherGraphOrOfOneThatIsServed() throws IOException {
        folder("a of another graph", GRAPH + 1, 1);
        folder("b of more", GRAPH, 1, 2);
        Files.createDirectories(folders.resolve("c is empty"));
        Path damaged = folder("d damaged", GRAPH, 1);
        Files.writeString(damaged.resolve("graph"), "damaged");
        folder("e", GRAPH, 1);
        List<String> taken = start();
        rest();
        assertEquals(List.of(), asked, "all is served");
        view = view(true, 0, 2);
        workers.await("it is taken", () -> !taken.isEmpty());
        assertEquals(List.of("e"), taken);
        assertEquals(List.of("e"), asked);
        assertTrue(watches.get(0).closed, "who could not join holds nothing open");
    }

    @Test
    void neitherOfTwoThatHoldTheSameIsTaken() throws IOException {
        folder("a", GRAPH, 1);
        Path copy = folder("copy", GRAPH, 1);
        List<String> taken = start();
        rest();
        view = view(true, 0, 2);
        rest();
        assertEquals(List.of(), asked);
        Files.delete(copy.resolve("graph"));
        workers.await("the one that is left is taken", () -> !taken.isEmpty());
        assertEquals(List.of("a"), taken);
    }

    @Test
    void aFolderThatIsInUseIsLeftToWhoHasIt() throws IOException {
        Path used = folder("a", GRAPH, 1);
        List<String> taken;
        try (Disk disk = FolderDisk.open(used)) {
            assertTrue(disk.names().contains("graph"));
            taken = start();
            rest();
            view = view(true, 0, 2);
            rest();
            assertEquals(List.of(), asked);
            assertFalse(watches.get(0).closed, "it goes on looking at the same cluster");
        }
        workers.await("it is taken", () -> !taken.isEmpty());
        assertEquals(List.of("a"), taken);
    }

    @Test
    void whoCouldNotJoinLeavesTheFolderToOthersForAWhile() throws IOException {
        folder("a", GRAPH, 1);
        failures.set(1);
        unreachable.set(2);
        List<String> taken = start();
        rest();
        view = view(true, 0, 2);
        workers.await("it has failed, and reached the cluster again", () -> watches.size() == 2);
        assertTrue(watches.get(0).closed, "what may have failed is not used again");
        clock.advance(29 * SECOND);
        rest();
        assertEquals(List.of("a"), asked);
        clock.advance(2 * SECOND);
        workers.await("it is taken", () -> !taken.isEmpty());
        assertEquals(List.of("a", "a"), asked);
    }

    /** A folder that was never seen served may belong to a node that is just being started. */
    @Test
    void aFolderOfAPartitionThatNobodyHasServedIsTakenLater() throws IOException {
        folder("a", GRAPH, 1);
        view = view(true, 0, 2);
        List<String> taken = start();
        rest();
        clock.advance(29 * SECOND);
        rest();
        assertEquals(List.of(), asked);
        clock.advance(2 * SECOND);
        workers.await("it is taken", () -> !taken.isEmpty());
    }

    @Test
    void nobodyStandsByWhereNothingIsKept() throws IOException {
        folder("a", GRAPH, 1);
        view = view(false, 0);
        ManualClock soon = new ManualClock(0, SECOND);
        Standby standby = new Standby(this::reach, "a cluster", DataPlace.of(folders), soon);
        PraghException refused = assertThrows(
                PraghException.class, () -> standby.await((folder, watch) -> join(folder), RestoreProgress.NONE));
        assertTrue(String.valueOf(refused.getMessage()).contains("no data folders"), refused::toString);
        assertTrue(watches.get(0).closed);
    }
}
