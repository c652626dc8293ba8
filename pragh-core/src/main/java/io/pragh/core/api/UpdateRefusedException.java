package io.pragh.core.api;

import io.pragh.core.base.PraghException;

/** An update of a transaction could not be applied, so the transaction had no effect. Immutable. */
public final class UpdateRefusedException extends PraghException {
    private static final long serialVersionUID = 1L;

    private final long key;
    private final UpdateResult result;

    /** Names the key, and the reason for the refusal of its update. */
    public UpdateRefusedException(String message, long key, UpdateResult result) {
        super(message);
        this.key = key;
        this.result = result;
    }

    /** The key whose update was refused. */
    public long key() {
        return key;
    }

    /** The reason. */
    public UpdateResult result() {
        return result;
    }
}
