package io.pragh.core.store;

/** What a claim is part of; called under its own monitor. */
interface ClaimHolder {
    /** Whether the operation waits for a key that another holds, or fails. */
    boolean waits();

    /** Whether the commit is of this one claim and validates nothing: what comes to nothing need not be held. */
    boolean isAlone();

    /** The key is held. */
    void held(ClaimOperation operation);

    /** The claim changes nothing and the key is not held: the operation is over. Only of a claim that {@link #isAlone}. */
    void needless(ClaimOperation operation);

    /** The key is not held: a negative code of {@link ValueInstaller} or {@link ClaimOperation#BUSY} or {@link ClaimOperation#LOST}. */
    void failed(ClaimOperation operation, long code);

    /** The new version is published, or everything is undone. */
    void ended(ClaimOperation operation);
}
