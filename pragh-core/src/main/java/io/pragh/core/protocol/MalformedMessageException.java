package io.pragh.core.protocol;

import io.pragh.core.base.PraghException;

/**
 * Refuses a message whose content is impossible for its type: its sender has another version, is faulty, or is no
 * node at all. Immutable.
 */
public final class MalformedMessageException extends PraghException {
    private static final long serialVersionUID = 1L;

    /** An exception that says what is wrong with the message. */
    public MalformedMessageException(String message) {
        super(message);
    }
}
