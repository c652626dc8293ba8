package io.pragh.core.durable;

import io.pragh.core.base.PraghException;

/** The folder is open, in this process or in another one. Immutable. */
public final class FolderInUseException extends PraghException {
    private static final long serialVersionUID = 1L;

    /** {@code what} names the kind of folder, {@code folder} its place. */
    public FolderInUseException(String what, Object folder) {
        super("the " + what + " is in use; end the process that has it open, or give another folder: folder=" + folder);
    }
}
