package io.pragh.core.txn.home;

import io.pragh.core.protocol.Claim;
import io.pragh.core.store.Partition;

/** A key that a transaction holds at its home, and then gives up. One thread. */
public final class SteppedClaim implements ClaimHolder {
    /** Time after which an unanswered message is sent again. */
    public static final long RESEND_NANOS = OwnersElsewhere.RESEND_NANOS;

    private final HomeClaims home;
    private final ClaimOperation operation;

    /** Begins to hold the key. */
    public SteppedClaim(TransactionHome homes, Partition partition, Claim claim) {
        this.home = homes.claims();
        operation = home.begin(partition, claim, this);
        home.drive(operation);
    }

    /** Whether the key is held. */
    public boolean isHeld() {
        return operation.step() == ClaimOperation.Step.HELD;
    }

    /** Whether all effects are undone and the key is released. */
    public boolean hasEnded() {
        return operation.isOver();
    }

    /** Gives the key up. */
    public void abort() {
        operation.abort();
        home.drive(operation);
    }

    @Override
    public boolean waits() {
        return true;
    }

    @Override
    public boolean isAlone() {
        return false;
    }

    @Override
    public void goOn(ClaimOperation taken) {
        home.drive(operation);
    }
}
