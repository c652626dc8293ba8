package io.pragh.core.api;

import io.pragh.core.base.PraghException;
import org.jspecify.annotations.Nullable;

/**
 * An update's operation threw where the value lies, or no node there knows it; the value is as it was. The message has the words of
 * what was thrown; the cause is there when it happened on this node. Immutable.
 */
public final class OperationFailedException extends PraghException {
    private static final long serialVersionUID = 1L;

    /** A failure that this node was told of, or has seen. */
    public OperationFailedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** What an operation threw. */
    public static OperationFailedException of(Update update, Throwable thrown) {
        return new OperationFailedException(
                "the operation of an update failed, and nothing was changed: operation=" + update.operation()
                        + " cause=" + thrown,
                thrown);
    }
}
