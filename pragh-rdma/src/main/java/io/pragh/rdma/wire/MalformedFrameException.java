package io.pragh.rdma.wire;

import io.pragh.core.base.PraghException;

/**
 * Thrown for bytes that are not a frame, or a frame with impossible contents: its sender is not a valid peer.
 * Immutable.
 */
public final class MalformedFrameException extends PraghException {
    private static final long serialVersionUID = 1L;

    /** The message says what is wrong. */
    public MalformedFrameException(String message) {
        super(message);
    }
}
