package io.pragh.core.txn.home;

import io.pragh.core.api.OperationFailedException;
import io.pragh.core.api.Update;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.protocol.Claim;
import io.pragh.core.protocol.VoteReply;
import io.pragh.core.protocol.WordReply;
import io.pragh.core.store.Partition;
import io.pragh.core.store.ValueInstaller;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * An update at its home, as a commit of one claim that is decided when the claim holds its key. A test makes its
 * steps, or has the home drive it. One thread.
 */
public final class LoneClaim implements ClaimHolder {
    private static final int UNDECIDED = -1;

    private final HomeClaims home;
    private final ClaimOperation operation;
    private final LongSupplier timestamps;
    private final LongConsumer whenDecided;
    private long code = UNDECIDED;

    /**
     * Begins an update, which takes its timestamp from {@code timestamps}; {@code whenDecided} receives its result's
     * code, once.
     */
    LoneClaim(HomeClaims home, Partition partition, Update update, LongSupplier timestamps, LongConsumer whenDecided) {
        this.home = home;
        this.timestamps = timestamps;
        this.whenDecided = whenDecided;
        Claim claim = new Claim(update.key(), 0, Claim.ANY, List.of(update));
        this.operation = home.begin(partition, claim, this);
    }

    /** Begins an update at one of these homes, without a callback for the result. */
    public LoneClaim(TransactionHome homes, Partition partition, Update update, LongSupplier timestamps) {
        this(homes.claims(), partition, update, timestamps, result -> {});
    }

    /** The claim's operation at the home. */
    public Object operation() {
        return operation;
    }

    /** Makes one step; the effects of messages happen when they are delivered. */
    ClaimProgress advance() {
        ClaimProgress progress = operation.advance();
        look();
        return progress;
    }

    /** As {@link #advance}, for a caller that looks at the progress later. */
    public void makeStep() {
        advance();
    }

    /** Proceeds as the home's workers do: as far as possible now, and further when they poll. */
    public void drive() {
        do {
            home.drive(operation);
        } while (look());
    }

    @Override
    public void goOn(ClaimOperation taken) {
        drive();
    }

    /** The present step. */
    ClaimOperation.Step step() {
        return operation.step();
    }

    /** The name of {@link #step}. */
    public String stepName() {
        return operation.step().name();
    }

    /** Whether no step is left. */
    public boolean isDone() {
        return operation.step() == ClaimOperation.Step.DONE;
    }

    /** Whether the caller has its answer. */
    public boolean acknowledged() {
        return code != UNDECIDED;
    }

    /** Whether the answer is that the update was applied. */
    public boolean applied() {
        return code == codeOf(UpdateResult.APPLIED);
    }

    /** The result of the update. */
    public UpdateResult result() {
        return List.of(UpdateResult.values()).get((int) code);
    }

    /** The exception of the operation. */
    @Nullable
    OperationFailedException failure() {
        return operation.failure();
    }

    /** Commits the claim if it holds its key, or reports its refusal; true when there is more to do. */
    private boolean look() {
        boolean held = operation.step() == ClaimOperation.Step.HELD;
        if (held) {
            operation.commit(timestamps.getAsLong());
        } else if (operation.isOver() && !acknowledged()) {
            code = codeOf(operation.refusal());
            whenDecided.accept(code);
        }
        return held;
    }

    /** The number of a result; none equals {@link WordReply#FAILED}. */
    static long codeOf(UpdateResult result) {
        return List.of(UpdateResult.values()).indexOf(result);
    }

    private static long codeOf(long refusal) {
        if (refusal == 0) {
            return codeOf(UpdateResult.APPLIED);
        }
        if (refusal == VoteReply.FAILED) {
            return WordReply.FAILED;
        }
        if (refusal == ClaimOperation.LOST) {
            return codeOf(UpdateResult.LOST);
        }
        if (refusal == ValueInstaller.FULL) {
            return codeOf(UpdateResult.FULL);
        }
        return refusal == ValueInstaller.OUT_OF_MEMORY
                ? codeOf(UpdateResult.OUT_OF_MEMORY)
                : codeOf(UpdateResult.PRECONDITION_FAILED);
    }

    @Override
    public boolean waits() {
        return true;
    }

    @Override
    public boolean isAlone() {
        return true;
    }
}
