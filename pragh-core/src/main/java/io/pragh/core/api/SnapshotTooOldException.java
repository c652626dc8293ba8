package io.pragh.core.api;

import io.pragh.core.base.PraghException;

/** A snapshot was open for longer than versions are kept, or a version that it sees died with its node: begin again. Immutable. */
public final class SnapshotTooOldException extends PraghException {
    private static final long serialVersionUID = 1L;

    /** Says that the time was up, and which limit that was. */
    public static SnapshotTooOldException expired() {
        return new SnapshotTooOldException(
                "the snapshot was open for longer than what it sees is kept, because a time is set or memory is short; begin"
                        + " again and take less time, or raise the limit, or give the nodes more memory:"
                        + " limit=snapshotSeconds");
    }

    /** Says what is not there any more. */
    public SnapshotTooOldException(String message) {
        super(message, null, true);
    }
}
