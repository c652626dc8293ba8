package io.pragh.core.store;

import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.Update;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.base.Invariant;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * PUT at the key's home: takes the key's busy bit, has the new block built where the value lies, publishes its address, and has the
 * old block retired. Cost: nothing over the fabric when the value lies here; otherwise two messages and their replies to the owner,
 * the second of which nobody waits for. One thread at a time.
 */
// Paper section 4.2, repaired. What holds on entry of each step, and what a crash of the home right there leaves
// behind:
//   LOCK     nothing is held.                                                   Nothing.
//   APPLY    the busy bit is ours; the slot's address is the current block and  A busy slot: the substitute rebuilds
// the table
//            cannot be retired or moved while we hold it (h6, h9, h12).         without busy bits.
//   PUBLISH  the old block is LOCKED, so no reader accepts it any more (h3);    A LOCKED block and a PENDING one nobody
// points
//            the new one is PENDING.                                            to: recovery keeps the one with the
// later version.
//   SETTLE   the slot has the new address and is not busy: the caller may be    A PENDING block that is current:
// recovery settles it.
//            answered. Nobody replaces or moves the new block before it is LIVE.
public final class UpdateOperation {
    /** Where the update stands. */
    public enum Step {
        /** Take the busy bit. */
        LOCK,
        /** Lock the old block and build the new one. */
        APPLY,
        /** Swap the slot to the new block. */
        PUBLISH,
        /** Retire the old block. */
        SETTLE,
        /** Over. */
        DONE
    }

    /** What {@link #advance} achieved. */
    public enum Progress {
        /** One step was made: go on. */
        ADVANCED,
        /** Another update holds the key, or its block is not settled yet: try again later. */
        BLOCKED,
        /** A message is under way to the owner; {@link #applied} or {@link #settled} will be called. */
        AWAITING,
        /** Over. */
        DONE
    }

    /** The owner's part when the owner is another node. */
    interface Owners {
        /** Asks the owner of {@code old} to apply the update; false when no node serves its partition any more. */
        boolean apply(UpdateOperation operation, long old, Update update);

        /** Tells the owner that the new block is published. */
        void settle(UpdateOperation operation, long key, long old, long published);
    }

    private final Supplier<StoreShare> shares;
    private final Partition home;
    private final Owners owners;
    private final Update update;
    private final LongConsumer whenDecided;
    private final boolean underBusy;

    private Step step = Step.LOCK;
    private boolean awaiting;
    private long slot;
    private long found;
    private long old;
    private long fresh;
    private UpdateResult result = UpdateResult.APPLIED;

    /**
     * An update of a key whose home is {@code home}; {@code whenDecided} gets the result's code, once. Without {@code underBusy} it
     * works on what it looked up and hopes for the best (h9).
     */
    UpdateOperation(
            Supplier<StoreShare> shares,
            Partition home,
            Owners owners,
            Update update,
            LongConsumer whenDecided,
            boolean underBusy) {
        this.shares = shares;
        this.home = home;
        this.owners = owners;
        this.update = update;
        this.whenDecided = whenDecided;
        this.underBusy = underBusy;
    }

    /** Where the update stands. */
    public Step step() {
        return step;
    }

    /** How it ended; meaningful once the step is past PUBLISH. */
    public UpdateResult result() {
        return result;
    }

    /** The update itself. */
    public Update update() {
        return update;
    }

    /** Makes one step. */
    public Progress advance() {
        if (awaiting) {
            return Progress.AWAITING;
        }
        return switch (step) {
            case LOCK -> lock();
            case APPLY -> apply();
            case PUBLISH -> publish();
            case SETTLE -> settle();
            case DONE -> Progress.DONE;
        };
    }

    private Progress lock() {
        slot = home.table().find(update.key());
        ValueOperation operation = shares.get().operations().get(update.operation());
        if (slot == 0) {
            if (isLostWithHome(operation)) {
                return decide(UpdateResult.LOST);
            }
            int bytes = operation.newBytes(update, home.region(), 0, ValueOperation.ABSENT);
            if (bytes == ValueOperation.DELETE) {
                return decide(UpdateResult.PRECONDITION_FAILED);
            }
            if (bytes < 0) {
                return decide(resultOf(bytes));
            }
            slot = home.table().findOrInsert(update.key());
            if (slot < 0) {
                return decide(UpdateResult.OUT_OF_MEMORY);
            }
        }
        long word = home.region().getLongAcquire(slot);
        if (word == ValueAddress.FORWARDED || ValueAddress.isBusy(word)) {
            return Progress.BLOCKED;
        }
        if (ValueAddress.isBlock(word) && shares.get().isUnmarked(ValueAddress.partition(word))) {
            return Progress.BLOCKED;
        }
        if (word == ValueAddress.LOST && !operation.replacesWhole()
                || word == ValueAddress.ABSENT && isLostWithHome(operation)) {
            return decide(UpdateResult.LOST);
        }
        long held = word == ValueAddress.LOST ? ValueAddress.BUSY : word | ValueAddress.BUSY;
        if (underBusy && shares.get().words().compareAndExchange(home, slot, word, held) != word) {
            return Progress.BLOCKED;
        }
        found = word;
        old = ValueAddress.withoutBusy(held);
        step = Step.APPLY;
        return Progress.ADVANCED;
    }

    /** The home's table died with its former node: only a whole value may be written to a key that it does not know. */
    private boolean isLostWithHome(ValueOperation operation) {
        return home.isIncomplete() && !operation.replacesWhole();
    }

    private Progress apply() {
        StoreShare share = shares.get();
        Partition owner = old == ValueAddress.ABSENT ? home : share.partition(ValueAddress.partition(old));
        if (owner != null) {
            return applied(share.installer().apply(owner, update, old));
        }
        awaiting = true;
        if (!owners.apply(this, old, update)) {
            ownerIsGone();
            return Progress.BLOCKED;
        }
        return Progress.AWAITING;
    }

    /** The owner's answer: the new block's address, or a negative code of {@link ValueInstaller}. */
    Progress applied(long answer) {
        Invariant.check(step == Step.APPLY, "an answer belongs to the step that asked", answer);
        awaiting = false;
        if (answer > 0) {
            fresh = answer;
            step = Step.PUBLISH;
            return Progress.ADVANCED;
        }
        swap(held(), found);
        if (answer == ValueInstaller.UNSETTLED || answer == ValueInstaller.STALE) {
            step = Step.LOCK; // not at once: the migration that it waits for may need this very thread
            return Progress.BLOCKED;
        }
        return decide(resultOf(answer));
    }

    /**
     * The owner died: the key is given back, and the update waits until recovery has marked it as lost. It is not marked here, because
     * until a lease has passed somebody may still read the block that a migration by the dead owner left behind (h8).
     */
    void ownerIsGone() {
        awaiting = false;
        if (step == Step.APPLY) {
            swap(held(), found);
            step = Step.LOCK;
        } else {
            step = Step.DONE; // the published block died too; recovery marks the slot
        }
    }

    private Progress publish() {
        if (!swap(held(), fresh)) {
            StoreShare share = shares.get();
            Partition owner = share.partition(ValueAddress.partition(fresh));
            if (owner != null) {
                share.installer().abandon(owner, update.key(), old, fresh);
            }
            step = Step.LOCK;
            return Progress.ADVANCED;
        }
        step = Step.SETTLE;
        whenDecided.accept(result.code());
        return Progress.ADVANCED;
    }

    private Progress settle() {
        StoreShare share = shares.get();
        Partition owner = share.partition(ValueAddress.partition(fresh));
        if (owner != null) {
            share.installer().settle(owner, update.key(), old, fresh);
            step = Step.DONE;
            return Progress.DONE;
        }
        awaiting = true;
        owners.settle(this, update.key(), old, fresh);
        return Progress.AWAITING;
    }

    /** The owner has retired the old block. */
    void settled() {
        awaiting = false;
        step = Step.DONE;
    }

    private Progress decide(UpdateResult how) {
        result = how;
        step = Step.DONE;
        whenDecided.accept(how.code());
        return Progress.DONE;
    }

    /** What the slot holds while this update works. */
    private long held() {
        return underBusy ? old | ValueAddress.BUSY : found;
    }

    /** Changes the slot; always does so under the busy bit. */
    private boolean swap(long expected, long word) {
        long before = shares.get().words().compareAndExchange(home, slot, expected, word);
        Invariant.check(before == expected || !underBusy, "only the holder of the busy bit changes the slot", before);
        return before == expected;
    }

    private static UpdateResult resultOf(long code) {
        if (code == ValueInstaller.PRECONDITION_FAILED) {
            return UpdateResult.PRECONDITION_FAILED;
        }
        return code == ValueInstaller.FULL ? UpdateResult.FULL : UpdateResult.OUT_OF_MEMORY;
    }
}
