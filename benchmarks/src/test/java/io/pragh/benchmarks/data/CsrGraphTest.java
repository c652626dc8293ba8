package io.pragh.benchmarks.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pragh.core.base.PraghException;
import io.pragh.core.bulk.AdjacencyLists;
import io.pragh.core.bulk.EdgeConsumer;
import io.pragh.core.bulk.EdgeSource;
import io.pragh.core.bulk.Progress;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Checks the arrays of the baseline graph against the edges that it was built from. */
class CsrGraphTest {

    @Test
    void neighboursAreThoseOfTheEdgesInTheirOrder() {
        RmatEdges edges = new RmatEdges(RmatParameters.graph500(12, 4));
        CsrGraph graph = CsrGraph.of(edges, 4096);
        AdjacencyLists.Totals totals = new AdjacencyLists(10_000).forEachList(edges, (vertex, list, from, to) -> {
            assertEquals(to - from, graph.degree((int) vertex));
            for (int i = from; i < to; i++) {
                assertEquals(list[i], graph.neighbour((int) vertex, i - from));
            }
        });
        assertEquals(65_536, totals.edges());
        assertEquals(65_536, graph.edgeCount());
        assertEquals(4096, graph.vertexCount());
        long nonEmpty =
                IntStream.range(0, 4096).filter(v -> graph.degree(v) > 0).count();
        assertEquals(totals.lists(), nonEmpty);
    }

    @Test
    void twoHopSumTakesTheFirstNeighboursOfTheFirstNeighbours() {
        CsrGraph graph = CsrGraph.of(edges(0, 1, 0, 2, 0, 1, 1, 5, 1, 6, 1, 7, 2, 0, 2, 4), 8);
        assertEquals(5 + 6 + 7 + 4 + 5 + 6 + 7, graph.twoHopSum(0, 100));
        assertEquals(5 + 6 + 7 + 4 + 5 + 6 + 7, graph.twoHopSum(0, 3));
        assertEquals(5 + 6 + 4, graph.twoHopSum(0, 2));
        assertEquals(5, graph.twoHopSum(0, 1));
        assertEquals(0, graph.twoHopSum(0, 0));
        assertEquals(1 + 2 + 1, graph.twoHopSum(2, 100));
        assertEquals(0, graph.twoHopSum(7, 100));
        assertEquals(1L + 2 + 1, graph.twoHopSum(2, Integer.MAX_VALUE));
    }

    @Test
    void edgesOutsideTheGraphAreRefused() {
        assertThrows(PraghException.class, () -> CsrGraph.of(edges(0, 8), 8));
        assertThrows(PraghException.class, () -> CsrGraph.of(edges(8, 0), 8));
        assertThrows(PraghException.class, () -> CsrGraph.of(edges(), 0));
        assertEquals(0, CsrGraph.of(edges(), 1).edgeCount());
    }

    private static EdgeSource edges(long... sourcesAndTargets) {
        return new EdgeSource() {
            @Override
            public void forEach(EdgeConsumer consumer, Progress progress) {
                for (int i = 0; i < sourcesAndTargets.length; i += 2) {
                    consumer.edge(sourcesAndTargets[i], sourcesAndTargets[i + 1]);
                }
            }

            @Override
            public long edgeCountEstimate() {
                return UNKNOWN;
            }

            @Override
            public long workTotal() {
                return sourcesAndTargets.length / 2;
            }
        };
    }
}
