package io.pragh.coordinator.zookeeper;

import java.io.IOException;

/** Another process has taken over a data folder, and this process cannot write there any more. Immutable. */
public final class FolderTakenException extends IOException {
    private static final long serialVersionUID = 1L;

    /** {@code cause} is the failure that has shown it. */
    public FolderTakenException(Object folder, Throwable cause) {
        super(
                "another process has taken the data folder over, and this one cannot write to it any more: folder="
                        + folder,
                cause);
    }
}
