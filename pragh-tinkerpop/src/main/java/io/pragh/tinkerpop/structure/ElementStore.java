package io.pragh.tinkerpop.structure;

import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.PropertyGraph;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.jspecify.annotations.Nullable;

/** The store through which elements read and write. Any thread. */
public interface ElementStore {
    /** The graph of the elements. */
    Graph graph();

    /** The property graph, with the names of labels. */
    PropertyGraph properties();

    /**
     * The transaction of the calling thread, begun if transactions begin automatically.
     *
     * @throws IllegalStateException when none is open and none may be begun
     */
    GraphTransaction transaction();

    /**
     * As {@link #transaction()}; if it is begun now, it begins at the home of the vertex with this identifier, if one
     * is given.
     */
    GraphTransaction transaction(@Nullable Object first);

    /** Converts values between their stored form and Gremlin's. */
    StoredValues values();

    /** Whether null is a value of a property; if not, setting it removes the property. */
    boolean allowsNull();

    /** Cardinality of a property that is set without one. */
    VertexProperty.Cardinality defaultCardinality();

    /** The approximate bound on the heap that one query may hold in its steps. */
    long queryBytesMax();

    /** The default time limit of one query, in milliseconds. */
    long queryMillisMax();
}
