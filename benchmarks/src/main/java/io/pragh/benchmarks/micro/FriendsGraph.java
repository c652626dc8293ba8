package io.pragh.benchmarks.micro;

/**
 * A filled graph that is asked for friends of friends. Which friends of a vertex with many come first is up to the graph, but always the same
 * ones. Graphs that cannot share a class path with Pragh have class loaders of their own, so nothing here speaks of a class of any graph's. One thread.
 */
public interface FriendsGraph extends AutoCloseable {
    /** So many friends of a vertex count at most. */
    int MOST = 100;

    /** The identifier that the graph gave to a vertex. */
    long id(long vertex);

    /** The identifiers of those friends that count, of the vertex with an identifier. */
    long[] friends(long id);

    /** What is measured, about the friends of a vertex's friends; in a transaction of its own, if there are any. */
    long answer(FriendsQuestion question, long vertex);

    @Override
    void close();
}
