package io.pragh.core.durable;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The log of a node's homes: what it has appended is committed as soon as all participants' logs have it. Any thread. */
public interface DecisionLog {
    /** Appends a record and returns when it is durable. */
    void append(DecisionRecord record);

    /** The record of a transaction that was not taken back, or null. */
    @Nullable
    DecisionRecord find(int home, long client, long sequence);

    /** The records of a home that were neither taken back nor forgotten: for the node that is to be the home. */
    List<DecisionRecord> records(int home);

    /** Appends that a transaction was taken back after its record had been written, and returns when that is durable. */
    void takeBack(int home, long client, long sequence);

    /** Whether what homes here that nobody serves yet have can be asked for: their records outlast their nodes. */
    default boolean keeps(int home) {
        return false;
    }

    /** All participants of a client's commits below this number know their ends: their records are not needed any more. */
    void forget(int home, long client, long belowSequence);
}
