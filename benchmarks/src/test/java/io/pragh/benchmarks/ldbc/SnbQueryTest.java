package io.pragh.benchmarks.ldbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Checks that every query gives its known answers on Pragh, with one node and with four. The same on TinkerGraph
 * shows that query and data are right. Skipped where the data are missing.
 */
class SnbQueryTest {
    private static final int NODES = 4;

    private static final List<SnbGraph> GRAPHS = new ArrayList<>();

    /** Skips each test separately when the data are missing, so that all count as skipped. */
    @BeforeEach
    void load() throws IOException {
        SnbData data = SnbData.small();
        if (GRAPHS.isEmpty()) {
            GRAPHS.add(SnbGraph.inTinkerGraph(data.source()));
            GRAPHS.add(SnbGraph.inPragh(1, data.source()));
            GRAPHS.add(SnbGraph.inPragh(NODES, data.source()));
        }
    }

    @AfterAll
    static void close() {
        GRAPHS.forEach(SnbGraph::close);
        GRAPHS.clear();
    }

    private static SnbGraph tinker() {
        return GRAPHS.get(0);
    }

    private static List<String> found(SnbGraph graph, SnbQuery query, SnbParameters parameters) {
        List<String> found = SnbAnswer.found(query, query.rows(graph.traversal(), parameters));
        graph.end();
        return found;
    }

    private static void checkKnownAnswers(SnbGraph graph, SnbQuery query) throws IOException {
        List<SnbInstance> instances = SnbData.small().instances(query);
        assertFalse(instances.isEmpty(), () -> "nothing is known of " + query);
        for (SnbInstance instance : instances) {
            assertEquals(
                    SnbAnswer.expected(instance),
                    found(graph, query, instance.parameters()),
                    () -> query + " " + instance.parameters());
        }
    }

    @ParameterizedTest
    @EnumSource
    void tinkerGraphGivesTheKnownAnswers(SnbQuery query) throws IOException {
        checkKnownAnswers(tinker(), query);
    }

    @ParameterizedTest
    @EnumSource
    void oneNodeGivesTheKnownAnswers(SnbQuery query) throws IOException {
        checkKnownAnswers(GRAPHS.get(1), query);
    }

    @ParameterizedTest
    @EnumSource
    void fourNodesGiveTheKnownAnswers(SnbQuery query) throws IOException {
        checkKnownAnswers(GRAPHS.get(2), query);
    }

    /**
     * These parameters have no known answers. Those with known answers find nothing at times, and never anything for
     * IC3.
     */
    @ParameterizedTest
    @EnumSource
    void praghFindsWhatTinkerGraphFinds(SnbQuery query) {
        int rows = 0;
        for (SnbParameters parameters : new DrawnParameters(tinker()).of(query)) {
            List<String> expected = found(tinker(), query, parameters);
            rows += expected.size();
            for (SnbGraph pragh : GRAPHS.subList(1, GRAPHS.size())) {
                assertEquals(expected, found(pragh, query, parameters), () -> query + " " + parameters);
            }
        }
        assertTrue(rows > 0, () -> query + " finds nothing at all");
    }

    @Test
    void everyGraphHasAllThatIsInTheFiles() {
        for (SnbGraph graph : GRAPHS) {
            assertEquals(222, graph.traversal().V().hasLabel("person").count().next());
            assertEquals(825, graph.traversal().E().hasLabel("knows").count().next());
            assertEquals(
                    5924 + 2218,
                    graph.traversal().V().hasLabel("post", "comment").count().next());
            assertEquals(tinker().loaded(), graph.loaded());
            graph.end();
        }
    }

    @Test
    void parameterThatIsMissingIsNamed() {
        SnbParameters none = new SnbParameters(Map.of());
        String told = assertThrows(IllegalArgumentException.class, () -> SnbQuery.IS4.rows(tinker().traversal(), none))
                .getMessage();
        assertTrue(told.contains("messageId"), told);
    }
}
