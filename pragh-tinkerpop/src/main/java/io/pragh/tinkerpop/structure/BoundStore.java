package io.pragh.tinkerpop.structure;

import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.PropertyGraph;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.jspecify.annotations.Nullable;

/**
 * A graph in one transaction, for all threads. Any thread, if the transaction allows it.
 *
 * @param of the graph
 * @param transaction that everything is read in
 */
public record BoundStore(ElementStore of, GraphTransaction transaction) implements ElementStore {
    @Override
    public GraphTransaction transaction(@Nullable Object first) {
        return transaction;
    }

    @Override
    public Graph graph() {
        return of.graph();
    }

    @Override
    public PropertyGraph properties() {
        return of.properties();
    }

    @Override
    public StoredValues values() {
        return of.values();
    }

    @Override
    public boolean allowsNull() {
        return of.allowsNull();
    }

    @Override
    public VertexProperty.Cardinality defaultCardinality() {
        return of.defaultCardinality();
    }

    @Override
    public long queryBytesMax() {
        return of.queryBytesMax();
    }

    @Override
    public long queryMillisMax() {
        return of.queryMillisMax();
    }
}
