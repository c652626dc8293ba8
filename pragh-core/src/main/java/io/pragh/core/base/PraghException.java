package io.pragh.core.base;

import org.jspecify.annotations.Nullable;

/**
 * A failure outside of the code: of a peer, a file, a limit or the caller's input. The message is a fixed sentence
 * first, then {@code name=value} pairs, and says what to do. Immutable.
 */
public class PraghException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean retryable;

    /** A failure that the same call would meet again. */
    public PraghException(String message) {
        this(message, null, false);
    }

    /** A failure with its cause that the same call would meet again. */
    public PraghException(String message, @Nullable Throwable cause) {
        this(message, cause, false);
    }

    /** A failure; {@code retryable} says whether the same call may succeed when it is made again. */
    public PraghException(String message, @Nullable Throwable cause, boolean retryable) {
        super(message, cause);
        this.retryable = retryable;
    }

    /** True when the same call may succeed later, unchanged. */
    public final boolean retryable() {
        return retryable;
    }
}
