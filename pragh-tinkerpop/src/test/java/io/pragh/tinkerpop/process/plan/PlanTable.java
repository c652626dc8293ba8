package io.pragh.tinkerpop.process.plan;

import static org.junit.jupiter.api.Assertions.assertAll;

import io.pragh.tinkerpop.PraghGraph;
import java.util.Arrays;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Base of the tables of plans: checks rows of traversals over {@link SmallGraph}. One thread. */
abstract class PlanTable {
    static PraghGraph graph;
    static GraphTraversalSource g;
    private static GraphTraversalSource plain;

    @BeforeAll
    static void open() {
        graph = SmallGraph.open();
        g = graph.traversal();
        plain = RandomTraversalsTest.withoutRewriting(graph);
    }

    @AfterAll
    static void close() {
        graph.close();
    }

    static void check(PlanRow... rows) {
        assertAll(Arrays.stream(rows).map(row -> () -> row.check(g, plain)));
    }
}
