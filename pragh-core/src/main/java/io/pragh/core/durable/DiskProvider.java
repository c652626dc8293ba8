package io.pragh.core.durable;

import java.io.IOException;
import java.util.List;

/**
 * Opens data folders that do not lie in a file system, by their address {@code scheme://…}. Found through
 * {@link java.util.ServiceLoader}, so that a node depends on no storage service; callers use {@link DataPlace}.
 * Stateless.
 */
public interface DiskProvider {
    /** The part of an address before the colon. */
    String scheme();

    /**
     * Opens a folder to write, and creates it if it does not exist; the former writer cannot write any more.
     *
     * @throws FolderInUseException when a process has it open
     * @throws io.pragh.core.base.PraghException when it cannot be opened
     */
    Disk open(String address);

    /**
     * Opens a folder only to read, also while others use it: the contents of their last syncs may be missing.
     *
     * @throws io.pragh.core.base.PraghException when it does not exist or cannot be opened
     */
    Disk look(String address);

    /** Whether the folder exists. */
    boolean isThere(String address) throws IOException;

    /** Whether a process has the folder open to write; false if it does not exist. */
    boolean isInUse(String address) throws IOException;

    /** Names of the folders within this one, sorted. */
    List<String> inside(String address) throws IOException;
}
