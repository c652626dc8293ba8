package io.pragh.tinkerpop.process.computer;

import java.util.Iterator;
import java.util.List;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Vertex;

/** What a graph offers to the computer that runs over it. Any thread. */
public interface ComputerSource {
    /** The graph itself: the result of a computation whose result graph is the original one, and where it writes. */
    Graph graph();

    /** How many parts its vertices come in; every vertex is in exactly one. */
    int parts();

    /** Whether what is computed may be written to the graph. */
    default boolean isWritable() {
        return true;
    }

    /** Begins to read, once for each worker. Readers of one call see one moment, after the call began. */
    List<Reader> open(int workers);

    /** One worker's view of the graph; the elements it hands out read through it too. One thread at a time, no tie to a thread. */
    interface Reader extends AutoCloseable {
        /** The vertices of a part. */
        Iterator<Vertex> vertices(int part);

        /**
         * The number that tells a vertex from all others of the graph, found without reading the vertex if it is one of this graph's
         * own objects; negative when the graph has no such vertex.
         */
        long numberOf(Vertex vertex);

        /** Ends it; its elements are of no use any more. */
        @Override
        void close();
    }
}
