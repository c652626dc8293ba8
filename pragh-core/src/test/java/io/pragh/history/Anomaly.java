package io.pragh.history;

import java.util.List;

/**
 * A violation found in a history, in words.
 *
 * @param kind its name
 * @param text what happened, with the transactions and how they depend on each other
 * @param transactions numbers of the transactions concerned, those of a cycle in its order
 */
public record Anomaly(Kind kind, String text, List<Integer> transactions) {
    /** Names of anomalies; those of Adya and of Elle are in brackets. */
    public enum Kind {
        /** A list has an element that no transaction appended. */
        UNKNOWN_ELEMENT("unknown element"),
        /** A list has an element twice. */
        DOUBLED_ELEMENT("append applied twice"),
        /** Two reads of a key, neither of which begins with the other. */
        INCOMPATIBLE_ORDER("incompatible order of versions"),
        /** A transaction does not see its own write, or one key changes while it runs. */
        INTERNAL("internal inconsistency"),
        /** A committed transaction read a write of an aborted one. */
        DIRTY_READ("dirty read (G1a, aborted read)"),
        /** A transaction read a write that its writer overwrote later. */
        INTERMEDIATE_READ("intermediate read (G1b)"),
        /** Writes of two transactions, each before the other's. */
        DIRTY_WRITE("write cycle (G0)"),
        /** Two transactions saw each other's writes. */
        CIRCULAR_FLOW("circular information flow (G1c)"),
        /** Two transactions read the same version of a key and both wrote it. */
        LOST_UPDATE("lost update"),
        /** A transaction saw one write of another and missed an older one. */
        READ_SKEW("read skew (G-single)"),
        /** Two readers saw two writes in different order. */
        LONG_FORK("long fork (G-nonadjacent)"),
        /** Each of some transactions missed the other's write. */
        WRITE_SKEW("write skew (G2-item)"),
        /** The history is possible only in an order that contradicts the order of a process's own transactions. */
        SESSION_VIOLATION("session order violated"),
        /**
         * The history is possible only in an order in which a transaction that began later comes earlier: a stale
         * read.
         */
        REAL_TIME_VIOLATION("real-time order violated (stale read)");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    @Override
    public String toString() {
        return kind + ": " + text;
    }
}
