package io.pragh.rdma.wire;

import io.pragh.core.base.PraghException;

/** Bytes that are no frame, or a frame that cannot be meant: whoever sent it is no peer. Immutable. */
public final class MalformedFrameException extends PraghException {
    private static final long serialVersionUID = 1L;

    /** Says what is wrong. */
    public MalformedFrameException(String message) {
        super(message);
    }
}
