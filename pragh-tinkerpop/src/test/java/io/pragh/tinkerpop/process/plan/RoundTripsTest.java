package io.pragh.tinkerpop.process.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.coordinator.zookeeper.EmbeddedZooKeeper;
import io.pragh.core.api.ReadCounts;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.apache.commons.configuration2.BaseConfiguration;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Checks that a traversal sends one batch of READs to other nodes per hop. Four nodes are joined by TCP and a
 * ZooKeeper, and no values move between them.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RoundTripsTest {
    private static final int NODES = 4;
    /**
     * Vertex 0 leads to so many vertices, which is fewer than a hop reads together. Each of these leads to ten
     * further vertices, and those lead back to vertex 0. All have the list, because the slot of an absent list is
     * read each time.
     */
    private static final int FANOUT = 20;

    private static final int FANOUT_FURTHER = 10;
    private static final int COMMITS = 25;
    private static final int VERTICES = 1 + FANOUT + FANOUT * FANOUT_FURTHER;
    /** So many vertices, from 1 on, have also a list that is longer than a block. */
    private static final int HUBS = 6;

    private static final int MANY = 6_000;

    private final EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start();
    private final List<PraghGraph> graphs = new ArrayList<>();

    @BeforeAll
    void open() throws InterruptedException, ExecutionException {
        ExecutorService threads = Executors.newFixedThreadPool(NODES);
        List<Future<PraghGraph>> opening = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
            opening.add(threads.submit(this::join));
        }
        for (Future<PraghGraph> each : opening) {
            graphs.add(each.get()); // each graph waits for all
        }
        threads.shutdown();
        PraghGraph first = graphs.get(0);
        Vertex[] vertices = new Vertex[VERTICES];
        for (int i = 0; i < VERTICES; i++) {
            vertices[i] = first.addVertex(T.id, (long) i, "name", "v" + i);
        }
        for (int i = 1; i <= FANOUT; i++) {
            vertices[0].addEdge("to", vertices[i]);
            for (int k = 0; k < FANOUT_FURTHER; k++) {
                vertices[i].addEdge("to", vertices[FANOUT + FANOUT_FURTHER * (i - 1) + k + 1]);
                vertices[FANOUT + FANOUT_FURTHER * (i - 1) + k + 1].addEdge("to", vertices[0]);
            }
        }
        first.tx().commit();
        for (int hub = 1; hub <= HUBS; hub++) {
            for (int i = 0; i < MANY; i++) {
                vertices[hub].addEdge("much", vertices[i % VERTICES]);
            }
            first.tx().commit();
        }
        for (int commits = 0; commits < COMMITS; commits++) { // later entries come into the tails of lists
            for (int i = 1; i <= FANOUT; i++) {
                vertices[i].addEdge("later", vertices[FANOUT + i + commits]);
            }
            first.tx().commit();
        }
    }

    private PraghGraph join() {
        BaseConfiguration member = new BaseConfiguration();
        member.setProperty(Graph.GRAPH, PraghGraph.class.getName());
        member.setProperty(
                PraghGraphConfig.CLUSTER, "zk:" + zooKeeper.connectString() + "/round-trips?sessionMillis=20000");
        member.setProperty(PraghGraphConfig.FOUNDERS, NODES);
        member.setProperty(PraghGraphConfig.PARTITIONS, 2 * NODES);
        member.setProperty(PraghGraphConfig.FABRIC, "tcp://127.0.0.1:0");
        member.setProperty(PraghGraphConfig.FABRIC_PREFIX + "secret", "the-secret-of-round-trips");
        return PraghGraph.open(member);
    }

    @AfterAll
    void close() {
        graphs.forEach(PraghGraph::close);
        zooKeeper.close();
    }

    /** The reads of a query after a first execution has filled the location cache. */
    private static ReadCounts reads(
            PraghGraph graph, Function<GraphTraversalSource, GraphTraversal<?, ?>> query, List<Object> found) {
        query.apply(graph.traversal()).toList();
        graph.tx().rollback();
        ReadCounts before = graph.store().transaction().readCounts();
        found.addAll(query.apply(graph.traversal()).toList());
        ReadCounts reads = graph.store().transaction().readCounts().since(before);
        graph.tx().rollback();
        return reads;
    }

    private void check(int hops, Object expected, Function<GraphTraversalSource, GraphTraversal<?, ?>> query) {
        for (PraghGraph graph : graphs) {
            List<Object> found = new ArrayList<>();
            ReadCounts reads = reads(graph, query, found);
            assertEquals(List.of(expected), found);
            assertTrue(reads.remoteReads() >= FANOUT / 4, () -> "most lists are elsewhere: " + reads);
            assertTrue(reads.roundTrips() >= hops - 1, () -> "all hops but that of vertex 0 read elsewhere: " + reads);
            assertTrue(reads.roundTrips() <= hops, () -> "one batch for each hop at most: " + reads);
        }
    }

    /**
     * One batch each for the vertices, the heads of their lists, the heads that name chunks, and the chunks, of all
     * vertices together.
     */
    @Test
    void manyEdgesAreCountedInFourBatches() {
        for (PraghGraph graph : graphs) {
            List<Object> found = new ArrayList<>();
            ReadCounts reads =
                    reads(graph, g -> g.V(1L, 2L, 3L, 4L, 5L, 6L).out("much").count(), found);
            assertEquals(List.of((long) HUBS * MANY), found);
            assertTrue(reads.remoteReads() > HUBS, () -> "most are elsewhere: " + reads);
            assertTrue(reads.roundTrips() <= 4, () -> "together: " + reads);
        }
    }

    @Test
    void eachHopIsOneBatch() {
        check(
                2,
                (long) FANOUT * FANOUT_FURTHER,
                g -> g.V(0L).out("to").out("to").count());
        check(
                2,
                (long) FANOUT * FANOUT_FURTHER,
                g -> g.V(0L)
                        .local(__.out("to").limit(100))
                        .local(__.out("to").limit(100))
                        .count());
        check(
                3,
                (long) FANOUT * FANOUT_FURTHER,
                g -> g.V(0L).out("to").out("to").out("to").count());
        check(
                3,
                (long) FANOUT * FANOUT_FURTHER,
                g -> g.V(0L).out("to").out("to").values("name").count());
    }

    @Test
    void aHopIsOneBatchWhereListsHaveTakenEntriesInPlace() {
        check(2, (long) FANOUT * COMMITS, g -> g.V(0L).out("to").out("later").count());
        check(
                2,
                (long) FANOUT * COMMITS,
                g -> g.V(0L)
                        .local(__.out("to").limit(100))
                        .local(__.out("later").limit(100))
                        .count());
    }
}
