package io.pragh.core.durable;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The log of decisions of a node's homes: a transaction is committed as soon as the logs of all participants have its
 * record. Any thread.
 */
public interface DecisionLog {
    /** Appends a record and returns when it is durable. */
    void append(DecisionRecord record);

    /** The record of a transaction, unless it was taken back; null if there is none. */
    @Nullable
    DecisionRecord find(int home, long client, long sequence);

    /** The records of a home that were neither taken back nor forgotten, for the node that takes the home over. */
    List<DecisionRecord> records(int home);

    /**
     * Appends that a transaction was taken back after its record had been written, and returns when that is durable.
     */
    void takeBack(int home, long client, long sequence);

    /**
     * Whether records of homes that no node serves at the moment can be asked for here: the records outlast their
     * nodes.
     */
    default boolean keeps(int home) {
        return false;
    }

    /** Forgets records: all participants of a client's commits below this number know the outcomes. */
    void forget(int home, long client, long belowSequence);
}
