package io.pragh.core.api;

import io.pragh.core.base.PraghException;

/**
 * A snapshot was open for longer than versions are kept, or a version that it sees died with its node: begin again.
 * Immutable.
 */
public final class SnapshotTooOldException extends PraghException {
    private static final long serialVersionUID = 1L;

    /** The snapshot's time was up; the message names the limit. */
    public static SnapshotTooOldException expired() {
        return new SnapshotTooOldException(
                "the snapshot was open for longer than what it sees is kept, because a time is set or memory is short; begin"
                        + " again and take less time, or raise the limit, or give the nodes more memory:"
                        + " limit=snapshotSeconds");
    }

    /** A version is missing; the message says which. */
    public SnapshotTooOldException(String message) {
        super(message, null, true);
    }
}
