package io.pragh.tinkerpop.process.computer;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.tinkerpop.gremlin.process.computer.GraphFilter;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalInterruptedException;
import org.apache.tinkerpop.gremlin.structure.Vertex;

/**
 * The vertices that one worker computes: those of its parts of the graph that pass the filter. With more workers than
 * parts, several workers read a part and each keeps its slice. One thread at a time.
 */
final class Share {
    private final ComputerSource.Reader reader;
    private final GraphFilter filter;
    private List<Vertex> loaded = new ArrayList<>();
    private int first;
    private int end;

    /** An empty share; no other share uses the filter. */
    Share(ComputerSource.Reader reader, GraphFilter filter) {
        this.reader = reader;
        this.filter = filter;
    }

    /** Reads the vertices of a worker's parts. */
    void load(int worker, int workers, int parts) {
        int slices = (workers + parts - 1) / parts;
        for (int slice = worker; slice < parts * slices; slice += workers) {
            Iterator<Vertex> vertices = reader.vertices(slice % parts);
            while (vertices.hasNext()) {
                checkInterrupt();
                Vertex vertex = vertices.next();
                if (VertexTable.slice(reader.numberOf(vertex), slices) == slice / parts && filter.legalVertex(vertex)) {
                    loaded.add(vertex);
                }
            }
        }
    }

    /** Gives its vertices indices from the given one on; returns the next free one. */
    int place(int from) {
        first = from;
        end = Math.addExact(from, loaded.size());
        return end;
    }

    /** Receives vertices. */
    @FunctionalInterface
    interface Taker {
        /** Receives a vertex with its index in the run and its number in the graph. */
        void take(int index, Vertex vertex, long number);
    }

    /** Passes the vertices on, and forgets them. */
    void hand(Taker taker) {
        int index = first;
        for (Vertex vertex : loaded) {
            taker.take(index++, vertex, reader.numberOf(vertex));
        }
        loaded = List.of();
    }

    /** The index of its first vertex. */
    int first() {
        return first;
    }

    /** The index after that of its last vertex. */
    int end() {
        return end;
    }

    /** The reader of its vertices. */
    ComputerSource.Reader reader() {
        return reader;
    }

    /** The filter for its vertices and edges. */
    GraphFilter filter() {
        return filter;
    }

    /** Ends reading. */
    void close() {
        reader.close();
    }

    /** Throws if the calling thread was interrupted. */
    static void checkInterrupt() {
        if (Thread.interrupted()) {
            throw new TraversalInterruptedException();
        }
    }
}
