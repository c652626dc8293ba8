package io.pragh.tinkerpop.kept;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that standbys take over the shares of lost nodes without an operator. Three processes are nodes with data
 * folders, as in {@link KilledNodesTest}, and others stand by. Nodes and standbys are killed or stopped under load.
 * Each share must be served by one process at a time, and all acknowledged commits must be there at the end.
 */
@Tag("processes")
@Timeout(value = 15, unit = TimeUnit.MINUTES) // each wait is bounded
final class StandbyNodesTest {
    private static final int NODES = CommittingCluster.NODES;
    private static final int SOME = 30;
    private static final long STILL_NANOS = TimeUnit.SECONDS.toNanos(12);

    @TempDir
    private Path folder;

    private CommittingCluster cluster;

    @BeforeEach
    void start() throws IOException {
        cluster = new CommittingCluster(folder.resolve("data"), "");
        for (int node = 0; node < NODES; node++) {
            cluster.start(node);
        }
        cluster.awaitCommits(SOME);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private static String standby(int number) {
        return CommittingCluster.standby(number);
    }

    private static String node(int number) {
        return CommittingCluster.name(number);
    }

    private boolean isOpen(int number) {
        return cluster.hasSaid(standby(number), CommittingNode.OPEN);
    }

    private boolean takes(int number) {
        return cluster.hasSaid(standby(number), CommittingNode.TAKES_OVER);
    }

    @Test
    void oneOfTwoStandbysTakesTheShareOfADeadNodeAndTheOtherThatOfTheFirst() throws Exception {
        cluster.standBy(0, 1);
        cluster.kill(node(1));
        long killed = System.nanoTime();
        cluster.await("a standby serves", () -> isOpen(0) || isOpen(1));
        System.out.printf(
                Locale.ROOT,
                "session of 3 s, under load: %.1f s from kill -9 until the share is served%n",
                (System.nanoTime() - killed) / 1e9);
        cluster.awaitCommits(SOME); // over all homes, those of the dead node included
        List<Integer> serving =
                IntStream.range(0, 2).filter(this::isOpen).boxed().toList();
        assertEquals(1, serving.size(), () -> "standbys that serve: " + serving);
        int first = serving.get(0);
        assertFalse(takes(1 - first), "both have the folder");
        cluster.start(1);
        cluster.await("a node is told that its folder is taken", () -> cluster.hasSaid(node(1), CommittingNode.IN_USE));
        cluster.awaitEnd(node(1));
        cluster.kill(standby(first));
        cluster.awaitCommits(SOME);
        assertTrue(isOpen(1 - first), "nobody stands by for who stood by");
        cluster.check();
    }

    @Test
    void aStandbyThatIsKilledWhileItRestoresLeavesTheFolderToTheNext() throws Exception {
        cluster.standBy(0, 1);
        cluster.kill(node(0)); // it has T
        cluster.await("one takes the folder", () -> takes(0) || takes(1));
        int first = takes(0) ? 0 : 1;
        cluster.kill(standby(first));
        assertFalse(isOpen(first), "it was killed too late");
        cluster.awaitCommits(SOME);
        assertTrue(isOpen(1 - first), "nobody has taken over");
        cluster.check();
    }

    @Test
    void ofTwoDeadNodesOneIsServedAndTheOtherWaitsUntilItIsStarted() throws Exception {
        cluster.standBy(0);
        cluster.kill(node(1));
        cluster.kill(node(2));
        cluster.await("the standby takes a folder", () -> takes(0));
        int taken = cluster.hasSaid(standby(0), CommittingNode.TAKES_OVER + node(1)) ? 1 : 2;
        assertTrue(cluster.isFolderInUse(taken), "the folder is not locked");
        assertFalse(cluster.isFolderInUse(3 - taken), "somebody has the other folder");
        cluster.start(3 - taken);
        cluster.awaitCommits(SOME);
        assertTrue(isOpen(0), "the standby does not serve");
        cluster.standBy(1); // in case the first standby dies
        cluster.kill(standby(0));
        cluster.awaitCommits(SOME);
        cluster.check();
    }

    @Test
    void aNodeThatStandsStillKeepsItsFolderUntilItKnowsThatItWasExpelled() throws Exception {
        cluster.standBy(0);
        cluster.signal(node(2), "STOP");
        long began = System.nanoTime();
        while (System.nanoTime() - began < STILL_NANOS) { // four times its session
            assertFalse(takes(0), "two processes have the folder");
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
        assertTrue(cluster.isFolderInUse(2), "a process that stands still has lost its lock");
        cluster.signal(node(2), "CONT");
        cluster.awaitEnd(node(2));
        cluster.await("the standby serves", () -> isOpen(0));
        cluster.awaitCommits(SOME);
        cluster.check();
    }
}
