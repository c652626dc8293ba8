package io.pragh.core.api;

import io.pragh.core.base.PraghException;
import org.jspecify.annotations.Nullable;

/**
 * An update's operation threw an exception at the owner, or is unknown there; the value is unchanged. The message
 * quotes the exception, which is the cause if it happened on this node. Immutable.
 */
public final class OperationFailedException extends PraghException {
    private static final long serialVersionUID = 1L;

    /** A failure that another node has reported, or that happened here. */
    public OperationFailedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Wraps the exception of an operation. */
    public static OperationFailedException of(Update update, Throwable thrown) {
        return new OperationFailedException(
                "the operation of an update failed, and nothing was changed: operation=" + update.operation()
                        + " cause=" + thrown,
                thrown);
    }
}
