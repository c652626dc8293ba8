package io.pragh.tinkerpop.load;

import java.util.Iterator;
import org.apache.tinkerpop.gremlin.structure.Vertex;

/** Iterates over all vertices of a graph at one moment, with all their edges. One thread. */
interface GraphSource extends AutoCloseable {
    /** Number of vertices. */
    long vertices();

    /** Number of edges. */
    long edges();

    /** Each vertex with its edges in both directions; the same on each call. */
    Iterator<Vertex> stars();

    /** Whether there is a vertex with this identifier. */
    boolean hasVertex(Object id);

    /** Whether there is an edge with this identifier, whose type counts. */
    boolean hasEdge(Object id);

    @Override
    void close();
}
