package io.pragh.tinkerpop.load;

import io.pragh.core.base.PraghException;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.PropertyGraph;
import io.pragh.core.property.VertexRecord;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The edges of a graph that has lost values: each that at least one of its two vertices has in a list. Memory: a
 * number for each edge. One thread.
 */
final class SalvagedEdges implements EdgeSource {
    private final PropertyGraph graph;
    private final GraphTransaction read;
    private final CopyLosses losses;
    private boolean told;

    SalvagedEdges(PropertyGraph graph, GraphTransaction read, CopyLosses losses) {
        this.graph = graph;
        this.read = read;
        this.losses = losses;
    }

    @Override
    public void forEach(Consumer<EdgeRef> each) {
        Set<Long> seen = new HashSet<>();
        walk(true, edge -> {
            if (seen.add(name(edge))) {
                each.accept(edge);
            }
        });
        walk(false, edge -> {
            if (seen.add(name(edge))) {
                each.accept(edge);
            }
        });
        told = true;
    }

    private static long name(EdgeRef edge) {
        long number = edge.wasUnnumbered() ? 0 : edge.eid();
        return (GraphCopy.between(edge) ^ number) * 0x9E37_79B9_7F4A_7C15L;
    }

    private void walk(boolean leaving, Consumer<EdgeRef> each) {
        for (int partition = 0; partition < graph.partitions(); partition++) {
            for (Iterator<VertexRecord> all = read.scanVertices(partition); all.hasNext(); ) {
                edges(all.next().vid(), leaving).forEach(each);
            }
        }
    }

    private List<EdgeRef> edges(long vid, boolean leaving) {
        List<EdgeRef> edges = new ArrayList<>();
        try {
            read.edges(
                    new long[] {vid},
                    leaving,
                    !leaving,
                    null,
                    Long.MAX_VALUE,
                    (index, neighbour, label, eid, out) -> edges.add(
                            out ? new EdgeRef(vid, label, neighbour, eid) : new EdgeRef(neighbour, label, vid, eid)));
        } catch (PraghException unreadable) {
            if (!told) {
                losses.lost("some edges of a vertex cannot be read: number=" + vid + " direction="
                        + (leaving ? "out" : "in") + " because " + unreadable.getMessage());
            }
        }
        return edges;
    }
}
