package io.pragh.core.base;

/** Checks what only a bug of ours can break, in cold code; hot code uses {@code assert}. Stateless. */
public final class Invariant {
    private Invariant() {}

    /** Throws {@link AssertionError} when {@code holds} is false. Never catch it: stop serving. */
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
