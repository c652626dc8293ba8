package io.pragh.core.timestamp;

import io.pragh.core.base.Invariant;

/**
 * A timestamp in one word: {@code term 14 | counter 40}. The word of a later leading node is greater than all
 * timestamps taken before; a timestamp fits the 54 bits that a state word has for it. The counter suffices for a
 * million commits a second for twelve days of one leading node. Stateless.
 */
public final class Timestamps {
    /** No timestamp: the word could not be read. */
    public static final long NONE = -1;
    /** Later than every timestamp. */
    public static final long NEVER = Long.MAX_VALUE;

    private static final int COUNTER_BITS = 40;
    private static final long TERM_MAX = (1 << 14) - 1;

    private Timestamps() {}

    /** The first timestamp of a term, which is the epoch of the view that created the word. */
    public static long first(long term) {
        Invariant.check(term >= 0 && term <= TERM_MAX, "a term has 14 bits", term);
        return term << COUNTER_BITS;
    }

    /** The term of a timestamp. */
    public static long term(long timestamp) {
        return timestamp >>> COUNTER_BITS;
    }
}
