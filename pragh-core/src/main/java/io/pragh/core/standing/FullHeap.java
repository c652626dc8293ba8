package io.pragh.core.standing;

import org.jspecify.annotations.Nullable;

/**
 * Tells a thread of a node that is the only member which errors are caused by a full heap, and so may pass. One
 * thread.
 */
// Code that is linked for the first time while the heap is full (a lambda, a concatenation) fails with a LinkageError
// whose cause is the OutOfMemoryError. In most cases the JVM keeps that error for good, and throws it again at each
// later try.
public final class FullHeap {
    /** The number of such errors in a row after which they are taken to be permanent. */
    public static final int LINKAGE_ERRORS_MAX = 100;

    private int linkageErrors;

    /** Whether to try again later. */
    public boolean mayPass(Error error) {
        if (error instanceof OutOfMemoryError) {
            return true;
        }
        return isCauseOf(error) && ++linkageErrors < LINKAGE_ERRORS_MAX;
    }

    /** Records a successful try. */
    public void passed() {
        linkageErrors = 0;
    }

    /** Whether a failure was caused by a lack of memory. Any thread. */
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
