package io.pragh.core.store;

import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.OperationFailedException;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.base.Invariant;
import io.pragh.core.protocol.Claim;
import io.pragh.core.protocol.VoteReply;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * PUT at the key's home, as one claim of a commit: takes the key's busy bit, has the new block built where the value lies, and stops when
 * it holds the key, until the commit is decided. Then it has the block stamped, publishes its address, and has the old block retired.
 * Cost: nothing over the fabric when the value lies here; otherwise two messages and their replies to the owner, the second of which
 * nobody waits for, and one WRITE. One thread at a time.
 */
/*
 * Paper section 4.2, repaired. What holds on entry of each step; what a crash of the home there leaves behind:
 *
 *   LOCK     nothing is held; nothing.
 *   APPLY    the busy bit is ours: nobody retires or moves the block in the slot (h6, h9, h12); a busy slot.
 *   HELD     the old block is LOCKED and the new one, if any, built; the same, the log says what is to become of it.
 *   STAMP    as HELD, and the transaction is committed: the new block gets W; the same.
 *   PUBLISH  no reader accepts the old block any more (h3), the new one is PENDING; both, and recovery keeps the later.
 *   SETTLE   the slot has the new address: the caller may be answered; a PENDING block that is current.
 *   UNDO     as HELD, and given up: old block unlocked, busy bit cleared when that is confirmed; as HELD.
 */
public final class ClaimOperation {
    /** Where the claim stands. */
    public enum Step {
        /** Take the busy bit. */
        LOCK,
        /** Lock the old block and build the new one. */
        APPLY,
        /** The key is held; its transaction is not decided. */
        HELD,
        /** Give the new block its version. */
        STAMP,
        /** Swap the slot to the new block. */
        PUBLISH,
        /** Retire the old block. */
        SETTLE,
        /** Unlock the old block and give the key back. */
        UNDO,
        /** Over. */
        DONE
    }

    /** What {@link #advance} achieved. */
    public enum Progress {
        /** One step was made: go on. */
        ADVANCED,
        /** Another claim holds the key, or its block is not settled yet: try again later. */
        BLOCKED,
        /** A message is under way to the owner, or the transaction is not decided: somebody will go on. */
        AWAITING,
        /** Over. */
        DONE
    }

    /** Failure of a held operation: another holds the key. */
    static final long BUSY = VoteReply.BUSY;
    /** Failure of a held operation: the value died with its node. */
    static final long LOST = VoteReply.LOST;

    private final ClaimSetting setting;
    private final Supplier<StoreShare> shares;
    private final Partition home;
    private final RemoteOwner owners;
    private final Claim claim;
    private final ClaimHolder holder;
    private final boolean underBusy;

    private Step step = Step.LOCK;
    private boolean awaiting;
    private boolean inserted;
    private boolean aborting;
    private boolean counted;
    private long slot;
    private long found;
    private long old;
    private long fresh;
    private long version;
    private final long seenBefore;
    private @Nullable OperationFailedException failure;

    /**
     * A claim on a key whose home is {@code home}; the holder hears how it gets on. Without {@code underBusy} it works on what it looked
     * up and hopes for the best (h9).
     */
    ClaimOperation(ClaimSetting setting, Partition home, Claim claim, ClaimHolder holder) {
        this.setting = setting;
        this.shares = setting.shares();
        this.home = home;
        this.owners = setting.owners();
        this.claim = claim;
        this.holder = holder;
        this.underBusy = setting.underBusy();
        this.seenBefore = setting.previousUnderBusy() ? 0 : home.table().addressOf(claim.key());
    }

    /** Where the claim stands. */
    public Step step() {
        return step;
    }

    /** What the operation has thrown, when the holder was told {@link VoteReply#FAILED}; else null. */
    @Nullable
    OperationFailedException failure() {
        return failure;
    }

    /** The key. */
    public long key() {
        return claim.key();
    }

    int homePartition() {
        return home.id();
    }

    /** Whether the operation is over; true once. */
    boolean leaves() {
        boolean first = !counted;
        counted = step == Step.DONE;
        return counted && first;
    }

    /** Who drives the operation holds this object's monitor: one for all claims of a transaction at a home. */
    Object monitor() {
        return holder;
    }

    /** Makes one step. */
    public Progress advance() {
        if (awaiting) {
            return Progress.AWAITING;
        }
        return switch (step) {
            case LOCK -> lock();
            case APPLY -> apply();
            case HELD -> Progress.AWAITING;
            case STAMP -> stamp();
            case PUBLISH -> publish();
            case SETTLE -> settle();
            case UNDO -> undo();
            case DONE -> Progress.DONE;
        };
    }

    private boolean forgets() {
        return claim.isOnly(ValueOperations.FORGET);
    }

    /** Over a lost value only a whole one may be written, and not by who has found none. */
    private boolean needsFormer() {
        boolean foundNone = claim.expected() == Claim.ABSENT;
        return foundNone || !shares.get().operations().replaceWhole(claim.updates());
    }

    /** Takes the busy bit when it is this operation's turn. */
    private Progress lock() {
        boolean first = setting.queues().isFirst(this);
        boolean refused = !first && !holder.waits();
        Progress progress = first ? take() : refused ? failed(BUSY) : Progress.BLOCKED;
        if (step == Step.LOCK) {
            setting.queues().enter(this);
        } else { // however it ended: a place that nobody gives up is waited for by all others
            setting.queues().leave(this);
        }
        return progress;
    }

    private Progress take() {
        if (!shares.get().takesUpdates() || shares.get().isUnmarked(home.id())) {
            return Progress.BLOCKED;
        }
        if (forgets() && home.isIncomplete()) {
            return failed(LOST); // here a tombstone says that its key is not lost, but known to be absent
        }
        slot = home.table().find(claim.key());
        if (slot == 0) {
            if (isLostWithHome()) {
                return failed(LOST);
            }
            long refusal;
            try {
                refusal = holder.isAlone() ? shares.get().installer().refusalOfAbsent(home, claim) : 0;
            } catch (OperationFailedException failed) {
                return fail(failed);
            }
            if (refusal < 0) {
                return refusal == ValueOperation.UNCHANGED ? needless() : failed(refusal);
            }
            slot = home.table().findOrInsert(claim.key());
            if (slot < 0) {
                return failed(ValueInstaller.OUT_OF_MEMORY);
            }
            inserted = true;
        }
        long word = home.region().getLongAcquire(slot);
        if (word == ValueAddress.FORWARDED || ValueAddress.isBusy(word)) {
            boolean taken = word != ValueAddress.FORWARDED && !holder.waits();
            return taken ? failed(BUSY) : Progress.BLOCKED;
        }
        if (ValueAddress.isBlock(word) && shares.get().isUnmarked(ValueAddress.partition(word))) {
            return Progress.BLOCKED;
        }
        if (word == ValueAddress.LOST && needsFormer() || word == ValueAddress.ABSENT && isLostWithHome()) {
            return failed(LOST);
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

    /** The home's table died with its former node: a key that it does not know may have had a value. */
    private boolean isLostWithHome() {
        return home.isIncomplete() && needsFormer();
    }

    /** Whether the key had a value, or perhaps one, that died with its node. */
    private boolean isOverLoss() {
        return found == ValueAddress.LOST || found == ValueAddress.ABSENT && home.isIncomplete();
    }

    private Progress apply() {
        StoreShare share = shares.get();
        Partition owner = old == ValueAddress.ABSENT ? home : share.partition(ValueAddress.partition(old));
        if (owner != null) {
            ValueInstaller installer = share.installer();
            try {
                return applied(installer.hold(owner, claim, old));
            } catch (OperationFailedException failed) {
                return failed(failed);
            }
        }
        awaiting = true;
        if (!owners.hold(this, old, claim)) {
            ownerIsGone();
            return Progress.BLOCKED;
        }
        return Progress.AWAITING;
    }

    /** The owner's answer: the new block's address, 0 when the block is held as it is, or a negative code. */
    Progress applied(long answer) {
        Invariant.check(step == Step.APPLY, "an answer belongs to the step that asked", answer);
        awaiting = false;
        if (answer >= 0) {
            fresh = answer;
            ValueInstaller.distrustPrevious(shares.get(), fresh, seenBefore);
            if (fresh > 0 && isOverLoss()) {
                ValueInstaller.followsLoss(home, fresh);
            }
            hold();
            return Progress.ADVANCED;
        }
        swap(held(), found);
        if (aborting) {
            return ended();
        }
        if (answer == ValueInstaller.UNSETTLED || answer == ValueInstaller.STALE) {
            step = Step.LOCK; // not at once: the migration that it waits for may need this very thread
            return Progress.BLOCKED;
        }
        return failed(answer);
    }

    /** The operation threw at the owner, which has undone its part: the key is given back as it was. */
    Progress failed(OperationFailedException failed) {
        awaiting = false;
        swap(held(), found);
        return fail(failed);
    }

    private Progress fail(OperationFailedException failed) {
        failure = failed;
        return failed(VoteReply.FAILED);
    }

    private void hold() {
        if (aborting) {
            step = Step.UNDO;
        } else {
            step = Step.HELD;
            holder.held(this);
        }
    }

    /** The transaction is committed. Drive the operation afterwards. */
    void commit(long timestamp) {
        Invariant.check(step == Step.HELD, "what commits is held", claim.key());
        version = timestamp;
        if (forgets()) {
            step = Step.PUBLISH;
        } else if (fresh == ValueInstaller.UNCHANGED) {
            step = Step.UNDO;
        } else { // a value that is written again as it was keeps its version
            step = claim.isOnly(ValueOperations.REWRITE) ? Step.PUBLISH : Step.STAMP;
        }
    }

    /** The transaction is given up. Drive the operation afterwards. */
    void abort() {
        aborting = true;
        if (step == Step.LOCK) {
            setting.queues().leave(this);
            ended();
        } else if (step == Step.HELD) {
            step = Step.UNDO;
        }
    }

    /**
     * The owner died: the key is given back, and the claim waits until recovery has marked it as lost. Not here: until a lease has
     * passed somebody may still read the block that a migration by the dead owner left behind (h8).
     */
    void ownerIsGone() {
        awaiting = false;
        switch (step) {
            case APPLY -> {
                swap(held(), found);
                step = aborting ? Step.DONE : Step.LOCK;
                if (aborting) {
                    ended();
                }
            }
            case UNDO, STAMP -> {
                swap(held(), found);
                ended();
            }
            default -> step = Step.DONE; // the published block died too; recovery marks the slot
        }
    }

    private Progress stamp() {
        StoreShare share = shares.get();
        Partition owner = share.partition(ValueAddress.partition(fresh));
        int done = owner == null
                ? owners.stamp(claim.key(), fresh, version)
                : share.installer().stamp(owner, claim.key(), fresh, version) ? 1 : 0;
        if (done < 0) {
            return Progress.BLOCKED;
        }
        if (done == 0) {
            ownerIsGone();
            return Progress.DONE;
        }
        step = Step.PUBLISH;
        return Progress.ADVANCED;
    }

    private Progress publish() {
        if (!shares.get().takesUpdates()) {
            return Progress.BLOCKED;
        }
        if (!swap(held(), fresh)) {
            StoreShare share = shares.get();
            Partition owner = share.partition(ownerPartition());
            if (owner != null) {
                share.installer().abandon(owner, claim.key(), old, fresh, claim.begin());
            }
            step = Step.LOCK;
            return Progress.ADVANCED;
        }
        if (fresh == ValueAddress.ABSENT) {
            home.table().vacated();
        } else if (found == ValueAddress.ABSENT && !inserted) {
            home.table().reoccupied();
        }
        step = Step.SETTLE;
        holder.ended(this);
        return Progress.ADVANCED;
    }

    private Progress settle() {
        StoreShare share = shares.get();
        Partition owner = share.partition(ownerPartition());
        if (owner != null) {
            share.installer().settle(owner, claim.key(), old, fresh);
            step = Step.DONE;
            return Progress.DONE;
        }
        awaiting = true;
        owners.settle(this, claim.key(), old, fresh);
        return Progress.AWAITING;
    }

    private int ownerPartition() {
        return ValueAddress.partition(fresh == ValueAddress.ABSENT ? old : fresh);
    }

    private Progress undo() {
        StoreShare share = shares.get();
        Partition owner = old == ValueAddress.ABSENT ? home : share.partition(ValueAddress.partition(old));
        if (owner != null) {
            share.installer().abandon(owner, claim.key(), old, fresh, claim.begin());
            swap(held(), found);
            return ended();
        }
        awaiting = true;
        owners.abandon(this, claim, old, fresh);
        return Progress.AWAITING;
    }

    /** The owner has answered a message after which it is asked nothing more. */
    void settled() {
        awaiting = false;
        if (step == Step.UNDO) {
            swap(held(), found);
            ended();
        } else {
            step = Step.DONE;
        }
    }

    private Progress ended() {
        step = Step.DONE;
        holder.ended(this);
        return Progress.DONE;
    }

    private Progress failed(long code) {
        step = Step.DONE;
        holder.failed(this, code);
        return Progress.DONE;
    }

    private Progress needless() {
        step = Step.DONE;
        holder.needless(this);
        return Progress.DONE;
    }

    /** What the slot holds while this claim works. */
    private long held() {
        return underBusy ? old | ValueAddress.BUSY : found;
    }

    /** Changes the slot; always does so under the busy bit. */
    private boolean swap(long expected, long word) {
        long before = shares.get().words().compareAndExchange(home, slot, expected, word);
        Invariant.check(before == expected || !underBusy, "only the holder of the busy bit changes the slot", before);
        return before == expected;
    }
}
