package io.pragh.benchmarks.micro;

/**
 * A filled graph, and the traversals that are measured on it. Graphs that need another version of TinkerPop have
 * class loaders of their own, so this interface refers to no class of TinkerPop. One thread.
 */
public interface GremlinWorkload extends AutoCloseable {
    /** A property of each neighbour of a vertex. */
    Object oneHop(long start);

    /** The number of paths of two edges from a vertex. */
    Object twoHops(long start);

    /** The vertex with a value, by an index. */
    Object filterIndexed(long vertex);

    /** The vertex with a value, by a scan of all vertices. */
    Object filterScan(long vertex);

    /** The number of vertices. */
    Object countVertices();

    /** The number of edges. */
    Object countEdges();

    /** Adds a vertex with a property and an edge to another one, in a transaction if the graph has transactions. */
    void addVertexAndEdge(long target);

    @Override
    void close();
}
