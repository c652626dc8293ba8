package io.pragh.tinkerpop.load;

import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.PropertyGraph;
import java.util.Iterator;
import java.util.function.Consumer;

/** All edges of a graph, each once; the same each time that they are asked for. One thread. */
@FunctionalInterface
interface EdgeSource {
    /** Hands over all. */
    void forEach(Consumer<EdgeRef> each);

    /** Those of a graph that is whole, as the vertices know them that they leave. */
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
