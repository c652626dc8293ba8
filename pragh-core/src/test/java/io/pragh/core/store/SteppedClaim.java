package io.pragh.core.store;

import io.pragh.core.protocol.Claim;

/** A key that a transaction holds at its home, and gives up. One thread. */
public final class SteppedClaim implements ClaimHolder {
    /** A message that nobody has answered for so long is sent again. */
    public static final long RESEND_NANOS = OwnerQuestions.RESEND_NANOS;

    private final StoreNode home;
    private final ClaimOperation operation;
    private boolean held;
    private boolean ended;

    /** Begins to take the key. */
    public SteppedClaim(StoreNode home, Partition partition, Claim claim) {
        this.home = home;
        operation = home.begin(partition, claim, this);
        home.drive(operation);
    }

    /** Whether the key is held. */
    public boolean isHeld() {
        return held;
    }

    /** Whether everything is undone and the key given back. */
    public boolean hasEnded() {
        return ended;
    }

    /** Gives the key up. */
    public void abort() {
        synchronized (operation.monitor()) {
            operation.abort();
        }
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
    public void needless(ClaimOperation taken) {
        throw new AssertionError("the claim is not alone");
    }

    @Override
    public void held(ClaimOperation taken) {
        held = true;
    }

    @Override
    public void failed(ClaimOperation taken, long code) {
        throw new AssertionError("nobody is in the way: code=" + code);
    }

    @Override
    public void ended(ClaimOperation given) {
        ended = true;
    }
}
