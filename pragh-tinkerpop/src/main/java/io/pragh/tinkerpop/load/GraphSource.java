package io.pragh.tinkerpop.load;

import java.util.Iterator;
import org.apache.tinkerpop.gremlin.structure.Vertex;

/** All vertices of a graph as they are at one moment, with all their edges, one after the other. One thread. */
interface GraphSource extends AutoCloseable {
    /** How many vertices there are. */
    long vertices();

    /** How many edges there are. */
    long edges();

    /** Each with its edges in both directions; the same each time that it is asked for. */
    Iterator<Vertex> stars();

    @Override
    void close();
}
