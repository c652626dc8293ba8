package io.pragh.core.property;

import io.pragh.core.base.PraghException;

/** The thread was interrupted while it read very many edges; nothing else has happened, and it still is interrupted. */
public final class ReadInterruptedException extends PraghException {
    private static final long serialVersionUID = 1L;

    /** Made where edges are read. */
    public ReadInterruptedException() {
        super("the thread was interrupted while it read edges");
    }
}
