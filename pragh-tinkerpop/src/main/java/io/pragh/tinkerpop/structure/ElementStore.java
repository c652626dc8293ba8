package io.pragh.tinkerpop.structure;

import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.PropertyGraph;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.jspecify.annotations.Nullable;

/** What elements read and write through. Any thread. */
public interface ElementStore {
    /** The graph that they belong to. */
    Graph graph();

    /** Names of labels. */
    PropertyGraph properties();

    /**
     * The transaction that the calling thread is in, begun if it is to begin by itself.
     *
     * @throws IllegalStateException when none is open and none may be begun
     */
    GraphTransaction transaction();

    /** The same; when it is begun now, it begins where the vertex with this identifier of the application's is at home, if any is given. */
    GraphTransaction transaction(@Nullable Object first);

    /** Values as they are stored, and as Gremlin sees them. */
    StoredValues values();

    /** Whether null is a value of a property; if not, setting it removes the property. */
    boolean allowsNull();

    /** Cardinality of a property that is set without one. */
    VertexProperty.Cardinality defaultCardinality();

    /** About how much heap one query may hold in its steps. */
    long queryBytesMax();

    /** How many milliseconds one query may take whose source asks for no other time. */
    long queryMillisMax();
}
