package io.pragh.core.txn.home;

/** Whom a claim belongs to, and who alone drives it. Any thread. */
interface ClaimHolder {
    /** Whether the claim waits for a key that another holds, or fails. */
    boolean waits();

    /** Whether the commit is of this one claim and validates nothing: what comes to nothing need not be held. */
    boolean isAlone();

    /** The claim may have what it waited for: it is to be driven again. The caller holds nobody's monitor. */
    void goOn(ClaimOperation operation);
}
