package io.pragh.tinkerpop.kept;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.HomeMap;
import io.pragh.core.base.PraghException;
import io.pragh.core.property.element.VertexHomes;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.cli.TypedCommands;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.tinkerpop.gremlin.structure.T;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks a cluster of three processes with data folders and one standby when two nodes are killed at once. The
 * standby takes one folder. Calls that need the other one must fail within a bound, and be marked as retryable; all
 * other calls must succeed. A second standby, or the restarted node, must then serve the rest.
 */
@Tag("processes")
@Timeout(value = 10, unit = TimeUnit.MINUTES) // each wait is bounded
final class TwoLostNodesTest {
    private static final int NODES = CommittingCluster.NODES;
    private static final int VERTICES = 24;
    private static final long WAIT_SECONDS = 120;
    /** How long a failing call may take, also when all processes share two processors. */
    private static final long CALL_NANOS = TimeUnit.SECONDS.toNanos(30);

    @TempDir
    private Path folder;

    private CommittingCluster cluster;
    /** The node of this process serves partition 0. */
    private PraghGraph graph;

    private int living;
    private List<Integer> dead = List.of();
    /** The last number that was acknowledged, by vertex. */
    private final AtomicLong[] acknowledged =
            IntStream.range(0, VERTICES).mapToObj(i -> new AtomicLong()).toArray(AtomicLong[]::new);

    @BeforeEach
    void start() throws Exception {
        cluster = new CommittingCluster(folder.resolve("data"), "");
        List<PraghGraph> founders = NodesTogether.open(NODES, node -> PraghGraph.open(cluster.configuration(node)));
        for (int i = 0; i < VERTICES; i++) {
            String id = id(i);
            NodesTogether.retrying(
                    founders.get(0),
                    g -> g.addV("v").property(T.id, id).property("n", 0L).iterate());
        }
        founders.forEach(PraghGraph::close);
        living = IntStream.range(0, NODES)
                .filter(node -> cluster.kept(node).contains(0))
                .findFirst()
                .orElseThrow();
        dead = IntStream.range(0, NODES).filter(node -> node != living).boxed().toList();
        for (int node : dead) {
            cluster.serve(node);
        }
        graph = PraghGraph.open(cluster.configuration(living));
    }

    @AfterEach
    void stop() {
        graph.close();
        cluster.close();
    }

    private static String id(int vertex) {
        return "v" + vertex;
    }

    /** The vertices whose homes are in a node's folder. */
    private List<Integer> in(int node) {
        HomeMap homes = new HomeMap(2 * NODES);
        List<Integer> found = IntStream.range(0, VERTICES)
                .filter(i -> cluster.kept(node).contains(VertexHomes.partition(homes, id(i))))
                .boxed()
                .toList();
        assertFalse(found.isEmpty(), "nothing is at home there: " + node);
        return found;
    }

    /** Commits the next number of a vertex. */
    private void change(int vertex) {
        long next = acknowledged[vertex].get() + 1;
        NodesTogether.retrying(graph, g -> g.V(id(vertex)).property("n", next).iterate());
        acknowledged[vertex].set(next);
    }

    private void assertThere(int vertex) {
        Object found =
                NodesTogether.read(graph, g -> g.V(id(vertex)).values("n").next());
        assertEquals(acknowledged[vertex].get(), found, id(vertex));
    }

    /** How long a call took that had to fail. */
    private long failing(Runnable call) {
        long began = System.nanoTime();
        PraghException failed = assertThrows(PraghException.class, call::run);
        long nanos = System.nanoTime() - began;
        graph.tx().rollback();
        assertTrue(failed.retryable(), failed::toString);
        assertTrue(nanos < CALL_NANOS, () -> nanos + " ns " + failed);
        return nanos;
    }

    /** Kills both, and returns the one whose folder no standby takes. */
    private int killTwo() throws IOException {
        cluster.standBy(0);
        for (int vertex = 0; vertex < VERTICES; vertex++) {
            change(vertex);
        }
        graph.backup(folder.resolve("backups")); // decides all records: neither folder waits for the other
        for (int node : dead) {
            cluster.kill(CommittingCluster.name(node));
        }
        String standby = CommittingCluster.standby(0);
        cluster.await("the standby serves", () -> cluster.hasSaid(standby, CommittingNode.OPEN));
        int first = dead.get(0);
        boolean taken = cluster.hasSaid(standby, CommittingNode.TAKES_OVER + CommittingCluster.name(first));
        return taken ? dead.get(1) : first;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void onlyCallsThatNeedTheOtherShareFailUntilSomebodyHasIt(boolean standsBy) throws Exception {
        int away = killTwo();
        List<Integer> served = new ArrayList<>(in(living));
        served.addAll(in(dead.get(0) == away ? dead.get(1) : dead.get(0)));
        for (int vertex : served) {
            assertThere(vertex);
            change(vertex);
        }
        AtomicBoolean ends = new AtomicBoolean();
        CompletableFuture<Long> others = CompletableFuture.supplyAsync(
                () -> {
                    long changes = 0;
                    for (; !ends.get(); changes++) {
                        change(served.get((int) (changes % served.size())));
                    }
                    return changes;
                },
                task -> new Thread(task).start());
        int lost = in(away).get(0);
        long read = failing(() -> graph.traversal().V(id(lost)).values("n").next());
        long written = failing(() -> {
            graph.traversal().V(id(lost)).property("n", -1L).iterate();
            graph.tx().commit();
        });
        ends.set(true);
        long changes = others.get(WAIT_SECONDS, TimeUnit.SECONDS);
        System.out.printf(
                Locale.ROOT,
                "a share that nobody has: a read fails after %.1f s, an update after %.1f s; others committed %d times%n",
                read / 1e9,
                written / 1e9,
                changes);
        assertTrue(changes > served.size(), "others stood still: " + changes);
        if (standsBy) {
            cluster.standBy(1);
            cluster.await(
                    "the second standby serves",
                    () -> cluster.hasSaid(CommittingCluster.standby(1), CommittingNode.OPEN));
        } else {
            cluster.serve(away);
            cluster.await("the node serves", () -> cluster.hasSaid(CommittingCluster.name(away), CommittingNode.OPEN));
        }
        for (int vertex = 0; vertex < VERTICES; vertex++) {
            assertThere(vertex);
            change(vertex);
            assertThere(vertex);
        }
        stop();
        TypedCommands.assertWhole(folder.resolve("data"), "all are killed");
    }
}
