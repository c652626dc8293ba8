package io.pragh.core.durable;

import java.io.IOException;

/** A checkpoint would take the disk space that is left to the log. Immutable. */
public final class NoRoomException extends IOException {
    private static final long serialVersionUID = 1L;

    NoRoomException(Disk disk, long free) {
        super("the disk has hardly any room left, which is for the log, so no checkpoint is written; make room: folder="
                + disk + " free=" + free + " reserved=" + CheckpointWriter.RESERVED_BYTES);
    }
}
