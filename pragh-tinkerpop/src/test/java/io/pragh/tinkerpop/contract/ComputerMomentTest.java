package io.pragh.tinkerpop.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.tinkerpop.PraghGraph;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.T;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that all workers of a computation see one snapshot, although other transactions commit meanwhile. */
class ComputerMomentTest {
    private static final int VERTICES = 64;
    private static final int COMPUTATIONS = 40;

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void everyWorkerSeesTheSameCommits(int nodes) throws Exception {
        try (PraghGraph graph = PraghGraph.build().nodes(nodes).open()) {
            for (int id = 0; id < VERTICES; id++) {
                graph.addVertex(T.id, id, "round", 0);
            }
            graph.tx().commit();
            AtomicBoolean running = new AtomicBoolean(true);
            Future<Integer> writer = Elsewhere.start(() -> {
                GraphTraversalSource g = graph.traversal();
                int round = 0;
                while (running.get()) {
                    g.V().property("round", ++round).iterate();
                    g.tx().commit();
                }
                return round;
            });
            GraphTraversalSource olap = graph.traversal()
                    .withComputer(org.apache.tinkerpop.gremlin.process.computer.Computer.compute()
                            .workers(8));
            for (int i = 0; i < COMPUTATIONS; i++) {
                List<Map<Object, Long>> rounds =
                        olap.V().groupCount().by("round").toList();
                assertEquals(1, rounds.get(0).size(), () -> "workers saw " + rounds);
                assertEquals(VERTICES, rounds.get(0).values().iterator().next());
            }
            running.set(false);
            writer.get();
        }
    }
}
