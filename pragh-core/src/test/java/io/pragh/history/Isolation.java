package io.pragh.history;

/** What a history promises. */
public enum Isolation {
    /** As if one after the other, each at a moment between its invocation and its completion. */
    STRICT_SERIALIZABLE(true, true),
    /** As if one after the other, the transactions of a process in its order. */
    SERIALIZABLE(true, false),
    /** {@link #SNAPSHOT}, and every snapshot has all that was acknowledged before its transaction was invoked. */
    STRONG_SNAPSHOT(false, true),
    /** Every transaction reads one snapshot, and of two concurrent writers of a key one fails; write skew is possible. */
    SNAPSHOT(false, false);

    private final boolean serializable;
    private final boolean realTime;

    Isolation(boolean serializable, boolean realTime) {
        this.serializable = serializable;
        this.realTime = realTime;
    }

    /** Whether every cycle is forbidden; otherwise only those in which no two anti-dependencies follow each other. */
    boolean serializable() {
        return serializable;
    }

    /** Whether who begins after another has ended comes after it. */
    boolean realTime() {
        return realTime;
    }
}
