package io.pragh.core.api;

import io.pragh.core.base.PraghException;

/** A snapshot was open for longer than versions are kept, or a version that it sees died with its node: begin again. Immutable. */
public final class SnapshotTooOldException extends PraghException {
    private static final long serialVersionUID = 1L;

    /** Says what is not there any more. */
    public SnapshotTooOldException(String message) {
        super(message, null, true);
    }
}
