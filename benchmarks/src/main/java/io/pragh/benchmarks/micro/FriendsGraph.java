package io.pragh.benchmarks.micro;

/**
 * A filled graph that is queried for friends of friends. Each graph has its own order of a vertex's friends, which is
 * always the same. Graphs that cannot share a class path with Pragh have class loaders of their own, so this
 * interface refers to no class of any graph. One thread.
 */
public interface FriendsGraph extends AutoCloseable {
    /** Bound on the friends of a vertex that count. */
    int MOST = 100;

    /** The identifier of a vertex in the graph. */
    long id(long vertex);

    /** The identifiers of the friends that count, for the vertex with an identifier. */
    long[] friends(long id);

    /**
     * The measured query about the friends of a vertex's friends; in a transaction of its own, if the graph has
     * transactions.
     */
    long answer(FriendsQuestion question, long vertex);

    @Override
    void close();
}
