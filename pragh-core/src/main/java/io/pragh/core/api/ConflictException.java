package io.pragh.core.api;

import io.pragh.core.base.PraghException;

/** Another transaction has changed, or holds, what this one has read or writes: nothing of this one happened; run it again. Immutable. */
public final class ConflictException extends PraghException {
    private static final long serialVersionUID = 1L;

    /** Says what clashed. */
    public ConflictException(String message) {
        super(message, null, true);
    }
}
