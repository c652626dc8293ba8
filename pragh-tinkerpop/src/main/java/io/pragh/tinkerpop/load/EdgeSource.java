package io.pragh.tinkerpop.load;

import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.PropertyGraph;
import java.util.Iterator;
import java.util.function.Consumer;

/** All edges of a graph, each once; the same on each call. One thread. */
@FunctionalInterface
interface EdgeSource {
    /** Passes on all edges. */
    void forEach(Consumer<EdgeRef> each);

    /** The edges of a complete graph, read at their out-vertices. */
    static EdgeSource of(PropertyGraph graph, GraphTransaction read) {
        return each -> {
            for (int partition = 0; partition < graph.partitions(); partition++) {
                for (Iterator<EdgeRef> all = read.scanEdges(partition); all.hasNext(); ) {
                    each.accept(all.next());
                }
            }
        };
    }
}
