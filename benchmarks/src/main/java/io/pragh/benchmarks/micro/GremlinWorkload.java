package io.pragh.benchmarks.micro;

/**
 * A filled graph, and the traversals that are measured on it. Graphs that need another version of TinkerPop have class loaders of their
 * own, so nothing here speaks of a class of TinkerPop's. One thread.
 */
public interface GremlinWorkload extends AutoCloseable {
    /** A property of each neighbour of a vertex. */
    Object oneHop(long start);

    /** How many paths of two edges leave a vertex. */
    Object twoHops(long start);

    /** The vertex with a value, by an index. */
    Object filterIndexed(long vertex);

    /** The vertex with a value, by looking at all vertices. */
    Object filterScan(long vertex);

    /** How many vertices there are. */
    Object countVertices();

    /** How many edges there are. */
    Object countEdges();

    /** A new vertex with a property and an edge to another one, in a transaction if there are any. */
    void addVertexAndEdge(long target);

    @Override
    void close();
}
