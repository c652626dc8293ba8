package io.pragh.core.api;

import io.pragh.core.base.PraghException;

/** One update of a transaction could not be applied: nothing of the transaction happened. Immutable. */
public final class UpdateRefusedException extends PraghException {
    private static final long serialVersionUID = 1L;

    private final long key;
    private final UpdateResult result;

    /** Names the key, and why its update was refused. */
    public UpdateRefusedException(String message, long key, UpdateResult result) {
        super(message);
        this.key = key;
        this.result = result;
    }

    /** The key whose update was refused. */
    public long key() {
        return key;
    }

    /** Why. */
    public UpdateResult result() {
        return result;
    }
}
