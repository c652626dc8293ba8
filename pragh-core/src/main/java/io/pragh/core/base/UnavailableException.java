package io.pragh.core.base;

/**
 * A node or service that a call needs cannot be reached now, or does not serve: nothing was done, and the same call
 * may succeed later. Immutable.
 */
public final class UnavailableException extends PraghException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception; the message says what is unavailable. */
    public UnavailableException(String message) {
        super(message, null, true);
    }
}
