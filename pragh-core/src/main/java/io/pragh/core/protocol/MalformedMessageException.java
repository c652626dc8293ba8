package io.pragh.core.protocol;

import io.pragh.core.base.PraghException;

/** A message says what no message of its type can say: its sender is another version, broken, or no node at all. Immutable. */
public final class MalformedMessageException extends PraghException {
    private static final long serialVersionUID = 1L;

    /** Says what is wrong with it. */
    public MalformedMessageException(String message) {
        super(message);
    }
}
