package io.pragh.core.property;

import io.pragh.core.address.HomeMap;
import io.pragh.core.api.KeyScan;
import io.pragh.core.api.NewValues;
import io.pragh.core.api.TransactionSource;
import java.util.Map;

/** Where a graph's transactions get their sessions from: the node that it is seen from. Any thread. */
public interface GraphSessions extends AutoCloseable {
    /** A session that nobody else uses until it is given back. */
    Session take();

    /** Which partition is the home of a key. */
    HomeMap homes();

    /** The largest value that can be stored, in bytes. */
    int valueBytesMax();

    /** Partitions whose home is this node; not to be written to. */
    int[] partitionsHere();

    /**
     * Bytes that new values find in each partition, as far as is known here; 0 where a partition is not known to hold all keys that were
     * ever written to it: some were lost with a node, and have neither been written again nor given up. Not to be written to; the same
     * array as long as nothing has changed. Cost: none.
     */
    long[] rooms();

    /** How often a partition was begun anew because the node that served it was lost. */
    int lifeOf(int partition);

    /** Whether the graph has ever lost values with a node, as far as this node knows. Cost: none. */
    boolean hasLost();

    /** Whether something was lost with a node that was not declared {@link #restored} since. Cost: one batch of READs. */
    boolean hasLosses();

    /**
     * Declares that what the cluster has lost with nodes up to now was written again, or is given up: what is not known is absent from
     * then on. Returns how many partitions had lost their keys, when all have taken it in.
     *
     * @throws io.pragh.core.base.PraghException that can be tried again, when a node is lost meanwhile or a home does not answer in time
     */
    int restored();

    /** Ends all sessions that were given back. */
    @Override
    void close();

    /** A door to the store. One thread at a time. */
    interface Session {
        /** Where transactions begin. */
        TransactionSource transactions();

        /** Keys by kind. */
        KeyScan keys();

        /**
         * Gives keys whose home is a partition their first values, all at once, as a commit would that inserts them and signs these rolls.
         * False when nothing has happened: another node serves the partition, or a commit would have to wait, or be refused. What this
         * session begins later sees them. Cost: one FETCH_ADD.
         */
        boolean create(int partition, NewValues values, Map<Long, Long> rolls);

        /** So many keys are about to be created at a partition; no more than a hint. */
        void expect(int partition, long keys);

        /** Nobody uses it any more. */
        void giveBack();
    }
}
