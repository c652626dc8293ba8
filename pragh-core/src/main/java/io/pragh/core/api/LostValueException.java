package io.pragh.core.api;

import io.pragh.core.base.PraghException;

/** A value, or the table that would know whether there is one, died with its node. Writing the whole value heals it. Immutable. */
public final class LostValueException extends PraghException {
    private static final long serialVersionUID = 1L;

    /** Says what was lost, and how to get it back. */
    public LostValueException(String message) {
        super(message);
    }
}
