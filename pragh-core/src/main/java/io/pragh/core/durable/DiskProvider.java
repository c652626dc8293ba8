package io.pragh.core.durable;

import java.io.IOException;
import java.util.List;

/**
 * Opens data folders that do not lie in a file system, by their address {@code scheme://…}. Found through {@link java.util.ServiceLoader},
 * so that a node needs to know no storage service; callers use {@link DataPlace}. Stateless.
 */
public interface DiskProvider {
    /** The part of an address before the colon. */
    String scheme();

    /**
     * Opens a folder to write, which is made where it is not there; whoever had it before cannot write any more then.
     *
     * @throws FolderInUseException when a process has it open
     * @throws io.pragh.core.base.PraghException when it cannot be opened
     */
    Disk open(String address);

    /**
     * Opens a folder only to read, also while others use it: what their last syncs have made durable may be there or not.
     *
     * @throws io.pragh.core.base.PraghException when it is not there or cannot be opened
     */
    Disk look(String address);

    /** Whether there is such a folder. */
    boolean isThere(String address) throws IOException;

    /** Whether a process has the folder open to write; one that is not there is not. */
    boolean isInUse(String address) throws IOException;

    /** Names of the folders in this one, sorted. */
    List<String> inside(String address) throws IOException;
}
