package io.pragh.core.property;

import io.pragh.core.address.HomeMap;
import io.pragh.core.api.KeyScan;
import io.pragh.core.api.TransactionSource;

/** Where a graph's transactions get their sessions from: the node that it is seen from. Any thread. */
public interface GraphSessions extends AutoCloseable {
    /** A session that nobody else uses until it is given back. */
    Session take();

    /** Which partition is the home of a key. */
    HomeMap homes();

    /** The largest value that can be stored, in bytes. */
    int valueBytesMax();

    /** Partitions whose home is this node. */
    int[] partitionsHere();

    /** Ends all sessions that were given back. */
    @Override
    void close();

    /** A door to the store. One thread at a time. */
    interface Session {
        /** Where transactions begin. */
        TransactionSource transactions();

        /** Keys by kind. */
        KeyScan keys();

        /** Nobody uses it any more. */
        void giveBack();
    }
}
