package io.pragh.tinkerpop.kept;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
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
 * Checks that a cluster whose nodes have data folders grows and shrinks while its processes commit, over TCP and at a
 * real ZooKeeper. In each round a node with an empty folder joins and takes partitions over, and one of the nodes
 * leaves. At a random moment of either, one of the processes or all are killed by SIGKILL and started again with their
 * folders. In the end all are killed and started again: what was acknowledged must be there, and all histories must be
 * strictly serializable. {@code -Dpragh.growths=N} sets the number of rounds, {@code -Dpragh.seed=N} their choices.
 */
@Tag("processes")
@Timeout(value = 1, unit = TimeUnit.HOURS) // each wait is bounded
final class GrowingKeptNodesTest {
    private static final int ROUNDS = Integer.getInteger("pragh.growths", 2);

    private static final long SEED = Long.getLong("pragh.seed", 20_261_130L);
    private static final int NODES = CommittingCluster.NODES;
    /** So many that a node that joins takes several over, from several others. */
    private static final int PARTITIONS = 4 * NODES;

    private static final int SOME = 20;
    private static final int COMMITS_MAX = 60;
    /** A process is there and joins after about two seconds, and has its share a second later. */
    private static final int JOIN_MILLIS = 3_500;

    private static final int TAKING_MILLIS = 600;
    private static final int LEAVE_MILLIS = 1_200;

    /** Who dies while a node joins or leaves. */
    private enum Victim {
        ITSELF,
        ALL,
        OTHER,
        NOBODY
    }

    @TempDir
    private Path folder;

    private final SplittableRandom random = new SplittableRandom(SEED);
    /** The nodes whose processes run, except while they are killed. */
    private final List<Integer> present = new ArrayList<>();

    private CommittingCluster cluster;
    private String round = "";

    @BeforeEach
    void make() {
        cluster = new CommittingCluster(folder.resolve("data"), "seed=" + SEED, PARTITIONS);
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private void found() throws IOException {
        for (int node = 0; node < NODES; node++) {
            cluster.start(node);
            present.add(node);
        }
        cluster.awaitCommits(SOME);
    }

    @Test
    void aNodeJoinsAndEachOfTheFirstLeaves() throws IOException {
        found();
        join(Victim.NOBODY);
        assertEquals(PARTITIONS / (NODES + 1), cluster.kept(NODES).size(), "a fair share");
        assertDealtOut();
        for (int node = 0; node < NODES; node++) { // the first one has T
            cluster.tellToLeave(node);
            cluster.awaitEnd(CommittingCluster.name(node));
            present.remove((Integer) node);
            assertLeft(node);
            cluster.awaitCommits(SOME);
        }
        assertEquals(List.of(NODES), cluster.needed());
        assertEquals(PARTITIONS, cluster.kept(NODES).size());
        join(Victim.NOBODY); // into a folder that a node has left
        cluster.check();
    }

    @Test
    void whatWasAcknowledgedSurvivesWhoeverDiesWhileNodesComeAndGo() throws IOException {
        try {
            found();
            for (int i = 0; i < ROUNDS; i++) {
                round = "round " + i + ": ";
                cluster.awaitCommits(1 + random.nextInt(COMMITS_MAX));
                if (present.size() < CommittingCluster.NODES_MAX) { // a node that died may have stayed
                    join(Victim.values()[i % Victim.values().length]);
                }
                leave();
            }
            cluster.awaitCommits(SOME);
            assertDealtOut();
            cluster.check();
        } catch (AssertionError failed) {
            throw new AssertionError(
                    round + "repeat it by -Dpragh.seed=" + SEED + " -Dpragh.growths=" + ROUNDS, failed);
        }
    }

    /** Starts a node with an empty folder, while some die, and returns when it commits. */
    private void join(Victim victim) throws IOException {
        int joining = IntStream.range(0, CommittingCluster.NODES_MAX)
                .filter(node -> !present.contains(node))
                .findFirst()
                .orElseThrow();
        round += "node-" + joining + " joins, " + victim + " dies; ";
        cluster.start(joining);
        present.add(joining);
        if (victim != Victim.NOBODY) {
            if (random.nextBoolean()) { // else perhaps before it has taken anything
                cluster.await("the node takes a partition", () -> {
                    cluster.assertRuns(CommittingCluster.name(joining));
                    return cluster.isNeeded(joining);
                });
                pause(TAKING_MILLIS);
            } else {
                pause(JOIN_MILLIS);
            }
            killAndStart(victims(victim, joining));
        }
        awaitOpen(joining);
        cluster.awaitCommits(SOME);
        assertFalse(cluster.kept(joining).isEmpty(), () -> round + "the node has taken nothing over");
    }

    private List<Integer> victims(Victim victim, int node) {
        return switch (victim) {
            case ITSELF -> List.of(node);
            case OTHER -> List.of(otherThan(node));
            case ALL -> List.copyOf(present);
            case NOBODY -> List.of();
        };
    }

    private int otherThan(int node) {
        List<Integer> others = present.stream().filter(other -> other != node).toList();
        return others.get(random.nextInt(others.size()));
    }

    /** Lets any of the nodes leave, and perhaps kills it, another one or all meanwhile. */
    private void leave() throws IOException {
        int leaving = present.get(random.nextInt(present.size()));
        Victim victim = Victim.values()[random.nextInt(Victim.values().length)];
        round += "node-" + leaving + " leaves, " + victim + " dies";
        cluster.tellToLeave(leaving);
        if (victim != Victim.NOBODY) {
            pause(LEAVE_MILLIS);
            List<Integer> victims = victims(victim, leaving);
            victims.forEach(node -> cluster.kill(CommittingCluster.name(node)));
            for (int node : victims) {
                if (node == leaving && !cluster.isNeeded(node)) {
                    present.remove((Integer) node); // it had given everything away
                } else {
                    cluster.start(node);
                }
            }
        }
        if (victim == Victim.NOBODY || victim == Victim.OTHER) {
            cluster.awaitEnd(CommittingCluster.name(leaving));
            if (cluster.isNeeded(leaving)) {
                assertTrue(
                        victim == Victim.OTHER && hasSaid(leaving, CommittingNode.LEFT_SOME),
                        () -> round + ": the node could not leave");
                cluster.start(leaving); // what was left in its folder is served again
            } else {
                present.remove((Integer) leaving);
                assertLeft(leaving);
            }
        }
        cluster.awaitCommits(SOME);
    }

    private void killAndStart(List<Integer> victims) throws IOException {
        victims.forEach(node -> cluster.kill(CommittingCluster.name(node)));
        for (int node : victims) {
            cluster.start(node);
        }
    }

    private boolean hasSaid(int node, String line) {
        return cluster.hasSaid(CommittingCluster.name(node), line);
    }

    private void awaitOpen(int node) {
        String name = CommittingCluster.name(node);
        cluster.await(name + " has its share", () -> {
            cluster.assertRuns(name);
            return hasSaid(node, CommittingNode.OPEN);
        });
    }

    private void assertLeft(int node) throws IOException {
        assertTrue(hasSaid(node, CommittingNode.LEFT), () -> round + "node-" + node + " has not handed over");
        assertFalse(hasSaid(node, CommittingNode.LEFT_SOME), () -> round + "node-" + node + " has a rest");
        assertEquals(List.of(), cluster.files(node), () -> round + "node-" + node + " has left files");
    }

    /** Each partition is kept by one of the folders. */
    private void assertDealtOut() {
        List<Integer> all = IntStream.range(0, PARTITIONS).boxed().toList();
        cluster.await(
                "each partition is in one folder",
                () -> present.stream()
                        .flatMap(node -> cluster.kept(node).stream())
                        .sorted()
                        .toList()
                        .equals(all));
    }

    private void pause(int millisMax) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(millisMax)));
    }
}
