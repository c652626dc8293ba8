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

/** What the lists of a graph say of its edges, looked at from both ends. Stateless. */
final class EdgeEntries {
    private EdgeEntries() {}

    /** As {@link #atBothEnds}, and of each its identifier is its own, and finds it. */
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

    /** All edges as their entries are, each at both ends. */
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

    /** With the edge id as it is, which {@link EdgeRef#equals} does not compare. */
    private static String show(EdgeRef edge) {
        return edge.out() + "-" + edge.label() + "-" + edge.in() + " eid=" + edge.eid();
    }

    /** How many of them have no number. */
    static long unnumbered(List<EdgeRef> edges) {
        return edges.stream().filter(edge -> edge.eid() == 0).count();
    }

    /** Whether an edge is called what one is called that has no number. */
    static boolean isCalledWithoutNumber(EdgeRef edge) {
        return NaturalEdgeId.of(edge).endsWith("-0");
    }
}
