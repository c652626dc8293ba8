package io.pragh.core.store;

/** What an update is part of that stops when it holds its key; called under its own monitor. */
interface UpdateHolder {
    /** Whether the operation waits for a key that another holds, or fails. */
    boolean waits();

    /** The key is held. */
    void held(UpdateOperation operation);

    /** The key is not held: a negative code of {@link ValueInstaller} or {@link UpdateOperation#BUSY} or {@link UpdateOperation#LOST}. */
    void failed(UpdateOperation operation, long code);

    /** The new version is published, or everything is undone. */
    void ended(UpdateOperation operation);
}
