package io.pragh.core.base;

/** Checks conditions that only a bug in Pragh can break, in cold code; hot code uses {@code assert}. Stateless. */
public final class Invariant {
    private Invariant() {}

    /**
     * Throws {@link AssertionError} when {@code holds} is false. Must not be caught: the node has to stop serving.
     */
    public static void check(boolean holds, String sentence) {
        if (!holds) {
            throw new AssertionError("invariant broken: " + sentence);
        }
    }

    /** As {@link #check(boolean, String)} with one word of evidence, formatted only on failure. */
    public static void check(boolean holds, String sentence, long evidence) {
        if (!holds) {
            throw new AssertionError("invariant broken: " + sentence + " 0x" + Long.toHexString(evidence));
        }
    }
}
