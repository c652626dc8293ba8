package io.pragh.core.property.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.PropertyGraph;
import io.pragh.core.property.element.NaturalEdgeId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Reads the edges of a graph from its lists, at both ends. Stateless. */
final class EdgeEntries {
    private EdgeEntries() {}

    /** As {@link #atBothEnds}; also checks that each edge has an identifier of its own, which finds the edge. */
    static List<EdgeRef> checked(PropertyGraph graph, GraphTransaction transaction) {
        List<EdgeRef> edges = atBothEnds(graph, transaction);
        Set<Object> ids = new HashSet<>();
        for (EdgeRef edge : edges) {
            assertTrue(!edge.isPending(), edge::toString);
            Object id = transaction.idOf(edge);
            assertTrue(ids.add(id), () -> "two edges are called " + id);
            assertEquals(edge, Objects.requireNonNull(transaction.edgeOf(id), () -> "no edge is called " + id));
        }
        return edges;
    }

    /** All edges as entries of lists; fails unless each is at both of its ends. */
    static List<EdgeRef> atBothEnds(PropertyGraph graph, GraphTransaction transaction) {
        List<EdgeRef> out = new ArrayList<>();
        List<Long> vids = new ArrayList<>();
        for (int partition = 0; partition < graph.partitions(); partition++) {
            transaction.scanEdges(partition).forEachRemaining(out::add);
            transaction.scanVertices(partition).forEachRemaining(vertex -> vids.add(vertex.vid()));
        }
        long[] all = vids.stream().mapToLong(vid -> vid).toArray();
        List<EdgeRef> in = new ArrayList<>();
        transaction.edges(
                all,
                false,
                true,
                null,
                Long.MAX_VALUE,
                (i, neighbour, label, eid, leaves) -> in.add(new EdgeRef(neighbour, label, all[i], eid)));
        assertEquals(sorted(out), sorted(in), "both ends say the same");
        return out;
    }

    private static List<String> sorted(List<EdgeRef> edges) {
        return edges.stream().map(EdgeEntries::show).sorted().toList();
    }

    /** Includes the edge id, which {@link EdgeRef#equals} does not compare. */
    private static String show(EdgeRef edge) {
        return edge.out() + "-" + edge.label() + "-" + edge.in() + " eid=" + edge.eid();
    }

    /** The number of edges without an edge id. */
    static long unnumbered(List<EdgeRef> edges) {
        return edges.stream().filter(edge -> edge.eid() == 0).count();
    }

    /** Whether an edge's identifier is that of an edge without edge id. */
    static boolean isCalledWithoutNumber(EdgeRef edge) {
        return NaturalEdgeId.of(edge).endsWith("-0");
    }
}
