package io.pragh.tinkerpop.process.computer;

import java.util.Iterator;
import java.util.List;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Vertex;

/** A graph as a graph computer reads it. Any thread. */
public interface ComputerSource {
    /** The graph itself, to which results are written if it is the result graph. */
    Graph graph();

    /** Number of parts of the vertices; every vertex is in exactly one. */
    int parts();

    /** Whether results may be written to the graph. */
    default boolean isWritable() {
        return true;
    }

    /** Opens a reader for each worker. Readers of one call read one snapshot, taken after the call began. */
    List<Reader> open(int workers);

    /** One worker's view of the graph; its elements read through it too. One thread at a time, bound to none. */
    interface Reader extends AutoCloseable {
        /** The vertices of a part. */
        Iterator<Vertex> vertices(int part);

        /**
         * The number that identifies a vertex within the graph, found without reading the vertex if it is one of this
         * graph's own objects; negative when the graph has no such vertex.
         */
        long numberOf(Vertex vertex);

        /** Ends it; its elements are unusable afterwards. */
        @Override
        void close();
    }
}
