package io.pragh.core.property;

import io.pragh.core.base.PraghException;

/**
 * Thrown when the thread is interrupted while it reads very many edges. Nothing was changed, and the thread's
 * interrupt flag stays set.
 */
public final class ReadInterruptedException extends PraghException {
    private static final long serialVersionUID = 1L;

    public ReadInterruptedException() {
        super("the thread was interrupted while it read edges");
    }
}
