package io.pragh.core.standing;

import org.jspecify.annotations.Nullable;

/**
 * Tells a thread of a node that is alone which errors come of a full heap, and so pass with it. One thread.
 */
// What meets a full heap while it is linked for the first time (a lambda, a concatenation) ends with a LinkageError
// that has the OutOfMemoryError as its cause. The JVM mostly keeps that error for good, and throws it again at each
// next try.
public final class FullHeap {
    /** Tries with such an error in a row, before it is taken to be for good. */
    public static final int LINKAGE_ERRORS_MAX = 100;

    private int linkageErrors;

    /** Whether to try again later. */
    public boolean mayPass(Error error) {
        if (error instanceof OutOfMemoryError) {
            return true;
        }
        return isCauseOf(error) && ++linkageErrors < LINKAGE_ERRORS_MAX;
    }

    /** A try has come to its end. */
    public void passed() {
        linkageErrors = 0;
    }

    /** Whether somebody found no memory, and this is what came of it. Any thread. */
    static boolean isCauseOf(@Nullable Throwable failure) {
        if (failure instanceof OutOfMemoryError) {
            return true;
        }
        return failure instanceof LinkageError && endsInShortage(failure);
    }

    private static boolean endsInShortage(Throwable failure) {
        Throwable deepest = failure;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        return deepest instanceof OutOfMemoryError;
    }
}
