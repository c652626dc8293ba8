package io.pragh.core.store;

import io.pragh.core.api.OperationFailedException;
import io.pragh.core.api.Update;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.protocol.Claim;
import io.pragh.core.protocol.VoteReply;
import io.pragh.core.protocol.WordReply;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * An update at its home, as a commit of one claim that is decided when the claim holds its key; a test makes its steps, or has the home
 * drive it. One thread.
 */
public final class LoneClaim implements ClaimHolder {
    private static final int UNDECIDED = -1;

    private final ClaimOperation operation;
    private final LongSupplier timestamps;
    private final LongConsumer whenDecided;
    private long code = UNDECIDED;

    /** Begins an update, which takes its timestamp from {@code timestamps}; {@code whenDecided} gets its result's code, once. */
    public LoneClaim(
            StoreNode home, Partition partition, Update update, LongSupplier timestamps, LongConsumer whenDecided) {
        this.timestamps = timestamps;
        this.whenDecided = whenDecided;
        Claim claim = new Claim(update.key(), 0, Claim.ANY, List.of(update));
        this.operation = home.begin(partition, claim, this);
    }

    /** The claim's operation at the home. */
    public ClaimOperation operation() {
        return operation;
    }

    /** Makes one step; what messages bring is done when they are delivered. */
    public ClaimOperation.Progress advance() {
        return operation.advance();
    }

    /** Goes on as the home's workers do: as far as it can now, and further with {@link StoreNode#poll}. */
    public void drive(StoreNode home) {
        home.drive(operation);
    }

    /** Where it stands. */
    public ClaimOperation.Step step() {
        return operation.step();
    }

    /** Whether the caller has its answer. */
    public boolean acknowledged() {
        return code != UNDECIDED;
    }

    /** Whether the answer is that it happened. */
    public boolean applied() {
        return code == UpdateResult.APPLIED.code();
    }

    /** How it ended. */
    public UpdateResult result() {
        return UpdateResult.of(code);
    }

    /** What the operation has thrown. */
    @Nullable
    OperationFailedException failure() {
        return operation.failure();
    }

    private void decide(long how) {
        if (code != UNDECIDED) {
            throw new AssertionError("an update is decided once: code=" + code + " and code=" + how);
        }
        code = how;
        whenDecided.accept(how);
    }

    @Override
    public boolean waits() {
        return true;
    }

    @Override
    public boolean isAlone() {
        return true;
    }

    @Override
    public void held(ClaimOperation taken) {
        taken.commit(timestamps.getAsLong());
    }

    @Override
    public void needless(ClaimOperation taken) {
        decide(UpdateResult.APPLIED.code());
    }

    @Override
    public void failed(ClaimOperation taken, long why) {
        if (why == VoteReply.FAILED) {
            decide(WordReply.FAILED);
        } else if (why == ClaimOperation.LOST) {
            decide(UpdateResult.LOST.code());
        } else if (why == ValueInstaller.FULL) {
            decide(UpdateResult.FULL.code());
        } else if (why == ValueInstaller.OUT_OF_MEMORY) {
            decide(UpdateResult.OUT_OF_MEMORY.code());
        } else {
            decide(UpdateResult.PRECONDITION_FAILED.code());
        }
    }

    @Override
    public void ended(ClaimOperation given) {
        decide(UpdateResult.APPLIED.code());
    }
}
