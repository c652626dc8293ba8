package io.pragh.history;

/** The guarantee of an isolation level. */
public enum Isolation {
    /** As if the transactions ran one after the other, each at a moment between its invocation and its completion. */
    STRICT_SERIALIZABLE(true, true),
    /** As if the transactions ran one after the other, those of a process in its order. */
    SERIALIZABLE(true, false),
    /**
     * {@link #SNAPSHOT}, and every snapshot includes all commits that were acknowledged before its transaction was
     * invoked.
     */
    STRONG_SNAPSHOT(false, true),
    /**
     * Every transaction reads one snapshot, and of two concurrent writers of a key one fails; write skew is possible.
     */
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

    /** Whether a transaction that begins after another has ended must come after it. */
    boolean realTime() {
        return realTime;
    }
}
