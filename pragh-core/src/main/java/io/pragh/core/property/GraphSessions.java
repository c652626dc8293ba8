package io.pragh.core.property;

import io.pragh.core.address.HomeMap;
import io.pragh.core.api.KeyScan;
import io.pragh.core.api.NewValues;
import io.pragh.core.api.TransactionSource;
import java.util.Map;

/** Lends the sessions, at the node from which the graph is seen, that the graph's transactions use. Any thread. */
public interface GraphSessions extends AutoCloseable {
    /** Takes a session, for the caller's sole use until it is given back. */
    Session take();

    /** Maps a key to the partition that is its home. */
    HomeMap homes();

    /** The largest value that can be stored, in bytes. */
    int valueBytesMax();

    /** Partitions whose home is this node. The caller must not write to the array. */
    int[] partitionsHere();

    /**
     * Bytes free for new values in each partition, as far as this node knows. 0 for a partition that may lack keys
     * that were written to it: keys that were lost with a node, and have neither been written again nor given up. The
     * caller must not write to the array; it is the same array as long as nothing has changed. Cost: none.
     */
    long[] rooms();

    /** How often a partition was begun anew because the node that served it was lost. */
    int lifeOf(int partition);

    /** Whether the graph has ever lost values with a node, as far as this node knows. Cost: none. */
    boolean hasLost();

    /** Whether values were lost with a node and not declared {@link #restored} since. Cost: one batch of READs. */
    boolean hasLosses();

    /**
     * Declares that all values that the cluster has lost with nodes up to now were written again or are given up: a
     * key that is not found counts as absent from then on. Returns, once all nodes have taken it in, how many
     * partitions had lost keys.
     *
     * @throws io.pragh.core.base.PraghException that can be tried again, when a node is lost meanwhile or a home does
     *     not answer in time
     */
    int restored();

    /** Ends all sessions that were given back. */
    @Override
    void close();

    /** A transaction's access to the store through one node. One thread at a time. */
    interface Session {
        /** Begins transactions. */
        TransactionSource transactions();

        /** Lists keys by kind. */
        KeyScan keys();

        /**
         * Gives keys whose home is one partition their first values, all at once, like a commit that inserts the keys
         * and signs these rolls. Returns false, and has done nothing, when another node serves the partition or when
         * a commit would have to wait or be refused. Transactions that this session begins later see the values.
         * Cost: one FETCH_ADD.
         */
        boolean create(int partition, NewValues values, Map<Long, Long> rolls);

        /** Announces that so many keys are about to be created in a partition; a hint. */
        void expect(int partition, long keys);

        /** Gives the session back; the caller must not use it any more. */
        void giveBack();
    }
}
