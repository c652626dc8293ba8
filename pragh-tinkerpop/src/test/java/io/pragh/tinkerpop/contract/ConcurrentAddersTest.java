package io.pragh.tinkerpop.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.testkit.Seeds;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.structure.CommitConflictException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.T;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that transactions that only add edges between the same few vertices at the same time do not conflict, and
 * that each edge has an identifier of its own. {@code -Dpragh.adders.seed} repeats a run's choices.
 */
class ConcurrentAddersTest {
    private static final int THREADS = 4;
    private static final int ROUNDS = 60;
    private static final int VERTICES = 30;

    private final CyclicBarrier barrier = new CyclicBarrier(THREADS);

    /**
     * Adds an edge between one of two pairs of vertices, which differ in each round, so that no edge joins them yet.
     */
    private static Edge add(GraphTraversalSource g, int round, SplittableRandom random) {
        int out = round % VERTICES;
        int in = (out + 2 + 2 * (round / VERTICES) + random.nextInt(2)) % VERTICES;
        return g.V(1 + out).addE("e").to(__.V(1 + in)).next();
    }

    /**
     * Adds, and now and then removes, edges together with the other threads. All transactions of a round have the
     * same snapshot.
     */
    private List<Edge> work(GraphTraversalSource g, SplittableRandom random) throws Exception {
        List<Edge> kept = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            List<Edge> added = new ArrayList<>();
            Edge gone = kept.size() > 10 ? kept.get(random.nextInt(kept.size())) : null;
            for (int i = random.nextInt(3); i >= 0; i--) {
                added.add(add(g, round, random));
            }
            if (gone != null) {
                gone.remove();
            }
            if (random.nextInt(4) == 0) {
                assertTrue(added.get(0).id() instanceof String);
            }
            barrier.await(60, TimeUnit.SECONDS);
            try {
                g.tx().commit();
                kept.addAll(added);
                kept.remove(gone);
            } catch (CommitConflictException lost) {
                g.tx().rollback();
                assertTrue(gone != null, "who only adds is in nobody's way: seed and round are those of the test");
            }
            barrier.await(60, TimeUnit.SECONDS);
        }
        return kept;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void noTwoEdgesAreCalledTheSame(int nodes) throws Exception {
        long seed = Seeds.of("pragh.adders.seed");
        SplittableRandom random = new SplittableRandom(seed);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try (PraghGraph graph = PraghGraph.build().nodes(nodes).open()) {
            GraphTraversalSource g = graph.traversal();
            for (int id = 1; id <= VERTICES; id++) {
                g.addV("v").property(T.id, id).iterate();
            }
            List<Edge> kept = new ArrayList<>(); // both lists of each vertex, so that adding changes no vertex
            for (int id = 1; id <= VERTICES; id++) {
                kept.add(g.V(id).addE("e").to(__.V(1 + id % VERTICES)).next());
            }
            g.tx().commit();
            List<Future<List<Edge>>> working = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                SplittableRandom own = random.split();
                working.add(threads.submit(() -> work(g, own)));
            }
            for (Future<List<Edge>> each : working) {
                kept.addAll(each.get());
            }
            Set<Object> ids = new HashSet<>();
            Map<String, Integer> unnumbered = new HashMap<>();
            for (Edge edge : kept) {
                Object id = edge.id();
                assertTrue(ids.add(id), () -> "two edges are called " + id + ": seed=" + seed);
                assertEquals(edge, g.E(id).next(), () -> "seed=" + seed);
                if (id.toString().endsWith("-0")) {
                    unnumbered.merge(id.toString(), 1, Integer::sum);
                }
            }
            assertTrue(unnumbered.size() > VERTICES, () -> "hardly any without number: " + unnumbered.keySet());
            assertEquals(ids, g.E().id().toSet(), () -> "seed=" + seed);
            assertEquals(kept.size(), g.E().count().next().intValue());
            assertEquals(kept.size(), g.V().inE().id().toList().size());
            assertEquals(ids, g.V().inE().id().toSet(), () -> "the other end says so, too: seed=" + seed);
        } finally {
            threads.shutdownNow();
        }
    }
}
