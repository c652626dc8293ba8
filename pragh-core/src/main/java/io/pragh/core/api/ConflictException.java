package io.pragh.core.api;

import io.pragh.core.base.PraghException;

/**
 * Another transaction has changed or holds a key that this one has read or writes. This transaction had no effect;
 * run it again. Immutable.
 */
public final class ConflictException extends PraghException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception; the message says what conflicted. */
    public ConflictException(String message) {
        super(message, null, true);
    }
}
