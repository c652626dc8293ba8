package io.pragh.core.txn.home;

/** The commit that a claim belongs to, as the claim's only driver: see {@link Participant}. Any thread. */
interface ClaimHolder {
    /** Whether the claim waits for a key that another claim holds; otherwise it fails. */
    boolean waits();

    /**
     * Whether the commit consists of this one claim and validates nothing. Such a claim need not hold its key when it
     * changes nothing.
     */
    boolean isAlone();

    /**
     * Drives a claim again, because its reason to wait may be gone. The caller must not hold the monitor of a holder.
     */
    void goOn(ClaimOperation operation);
}
