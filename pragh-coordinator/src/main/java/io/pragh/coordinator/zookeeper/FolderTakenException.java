package io.pragh.coordinator.zookeeper;

import java.io.IOException;

/** Another process has taken a data folder over: nothing more can be written there by this one. Immutable. */
public final class FolderTakenException extends IOException {
    private static final long serialVersionUID = 1L;

    /** Where, and what has shown it. */
    public FolderTakenException(Object folder, Throwable cause) {
        super(
                "another process has taken the data folder over, and this one cannot write to it any more: folder="
                        + folder,
                cause);
    }
}
