package io.pragh.benchmarks.ldbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Checks that Pragh gives the answers that validate the benchmark's own driver, at scale factor 0.1. */
class OfficialAnswersTest {
    @Test
    void praghGivesThem() throws IOException {
        SnbData data = SnbData.tenth();
        Set<SnbQuery> asked = EnumSet.noneOf(SnbQuery.class);
        try (SnbGraph graph = SnbGraph.inPragh(1, data.source())) {
            for (SnbInstance instance : data.instances()) {
                SnbQuery query = instance.query();
                assertEquals(
                        SnbAnswer.expected(instance),
                        SnbAnswer.found(query, query.rows(graph.traversal(), instance.parameters())),
                        () -> query + " " + instance.parameters());
                graph.end();
                asked.add(query);
            }
        }
        assertTrue(asked.size() >= 10, () -> "queries with official answers: " + asked);
    }
}
