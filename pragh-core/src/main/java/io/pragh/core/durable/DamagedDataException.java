package io.pragh.core.durable;

import io.pragh.core.base.PraghException;

/** Damage in a data folder that no crash explains. Immutable. */
public final class DamagedDataException extends PraghException {
    private static final long serialVersionUID = 1L;

    DamagedDataException(String what, Disk disk, String file, long position) {
        super(what + "; restore a backup (pragh restore), or save what can be saved (pragh repair): folder=" + disk
                + " file=" + file + " position=" + position);
    }
}
