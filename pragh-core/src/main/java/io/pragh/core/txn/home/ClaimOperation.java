package io.pragh.core.txn.home;

import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.OperationFailedException;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.base.Invariant;
import io.pragh.core.protocol.Claim;
import io.pragh.core.protocol.VoteReply;
import io.pragh.core.store.Partition;
import io.pragh.core.store.StoreShare;
import io.pragh.core.store.ValueInstaller;
import io.pragh.core.store.ValueOperations;
import io.pragh.core.store.value.ValueHeader;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * PUT at the key's home, as one claim of a commit. Takes the key's busy bit, has the owner build the new block where
 * the value lies, and then holds the key until the commit is decided. After that it has the block stamped, publishes
 * its address, and has the old block retired. Cost: nothing over the fabric when the value lies here; otherwise one
 * CAS and two messages to the owner with their replies, the second of which no caller waits for. Only its
 * {@link ClaimHolder} drives it, by one thread at a time; {@link #hear} may come from any thread. It does not notify
 * the holder of its progress; the driving thread checks the state afterwards.
 */
/*
 * Paper section 4.2, repaired. What holds on entry of each step; what a crash of the home there leaves behind:
 *
 *   LOCK     nothing is held; nothing.
 *   APPLY    this claim holds the busy bit, so the block is not retired or moved (h6, h9, h12); a busy slot.
 *   HELD     the old block is LOCKED and the new one, if any, built; the same, and the log decides about it.
 *   APPEND   as HELD without a new block, and the transaction is committed: the entries are written behind the body, with W,
 *            and the old block is LIVE with them, before the slot counts them; the same.
 *   STAMP    as HELD, and the transaction is committed: the new block gets W; the same.
 *   PUBLISH  no reader accepts the old block any more (h3), the new one is PENDING; both, and recovery keeps the later.
 *   SETTLE   the slot has the new address: the caller may be answered; a PENDING block that is current.
 *   UNDO     as HELD, and aborted: the old block is unlocked, the busy bit cleared when that is confirmed; as HELD.
 */
final class ClaimOperation {
    /** The steps of a claim. */
    enum Step {
        /** Take the busy bit. */
        LOCK,
        /** Lock the old block and build the new one. */
        APPLY,
        /** The key is held; its transaction is not decided. */
        HELD,
        /** Have the entries appended in place, and release the key. */
        APPEND,
        /** Give the new block its version. */
        STAMP,
        /** Swap the slot to the new block. */
        PUBLISH,
        /** Retire the old block. */
        SETTLE,
        /** Unlock the old block and release the key. */
        UNDO,
        /** The claim has ended. */
        DONE
    }

    /** Failure of a held operation: another claim holds the key. */
    static final long BUSY = VoteReply.BUSY;
    /** Failure of a held operation: the value died with its node. */
    static final long LOST = VoteReply.LOST;

    private final ClaimSetting setting;
    private final Supplier<StoreShare> shares;
    private final Partition home;
    private Claim claim;
    private final ClaimHolder holder;

    private Step step = Step.LOCK;
    private boolean awaiting;
    /** Whether the claim has a place in the queue for its key. */
    private boolean queued;

    private boolean inserted;
    /** Whether the entries go behind the old block's body, without a {@link #fresh} block. */
    private boolean inPlace;

    private boolean aborting;
    private boolean counted;
    private long slot;
    private long found;
    private long old;
    private long fresh;
    private long version;
    private long refusal;
    private @Nullable OperationFailedException failure;
    /** The owner's answer since it was asked. The thread that brings the answer writes this field last. */
    private volatile long answer = Owner.AWAITED;

    /** Creates a claim on a key whose home is {@code home}. */
    ClaimOperation(ClaimSetting setting, Partition home, Claim claim, ClaimHolder holder) {
        this.setting = setting;
        this.shares = setting.shares();
        this.home = home;
        this.claim = claim;
        this.holder = holder;
    }

    /** The current step. */
    Step step() {
        return step;
    }

    /**
     * Whether the key is held, or need not be held because the claim changes nothing; the latter only if the holder
     * {@link ClaimHolder#isAlone}.
     */
    boolean isHeld() {
        return step == Step.HELD || step == Step.DONE && refusal == 0;
    }

    /**
     * Whether the claim is finished for its holder: the new version is published, or the key was released or never
     * taken.
     */
    boolean isOver() {
        return step == Step.SETTLE || step == Step.DONE;
    }

    /**
     * The reason why the key is not held: a negative code of {@link ValueInstaller}, {@link #BUSY}, {@link #LOST} or
     * {@link VoteReply#FAILED}; else 0.
     */
    long refusal() {
        return refusal;
    }

    /** The exception that the operation threw, when the refusal is {@link VoteReply#FAILED}; else null. */
    @Nullable
    OperationFailedException failure() {
        return failure;
    }

    Claim claim() {
        return claim;
    }

    /** Whether the key is held and gets another value when the transaction commits; false for upkeep. */
    boolean changes() {
        boolean other = inPlace || fresh != ValueInstaller.UNCHANGED;
        return step == Step.HELD && other && !shares.get().operations().isUpkeep(claim);
    }

    long key() {
        return claim.key();
    }

    /**
     * Whether the key is held and had a value that lies on this node. False for values elsewhere, since only the
     * owner knows whether such a value is deleted.
     */
    boolean hadValueHere() {
        Partition at =
                isHeld() && ValueAddress.isBlock(old) ? shares.get().partition(ValueAddress.partition(old)) : null;
        return at != null
                && at.region().getInt(ValueAddress.offset(old) + ValueHeader.BODY_BYTES_OFFSET)
                        != ValueHeader.TOMBSTONE;
    }

    int homePartition() {
        return home.id();
    }

    /** Whether the claim has ended; true for one call only. */
    boolean leaves() {
        boolean first = !counted;
        counted = step == Step.DONE;
        return counted && first;
    }

    boolean isQueued() {
        return queued;
    }

    void queued(boolean hasPlace) {
        queued = hasPlace;
    }

    /** Asks the holder to drive this claim again. */
    void resume() {
        holder.goOn(this);
    }

    /**
     * Accepts the owner's answer, {@link Owner#GONE} included: see {@link Owner}. Any thread; {@link #resume} comes
     * next.
     */
    void hear(long word) {
        answer = word;
    }

    /** Accepts the news that the operation threw at the owner, which has undone its part. */
    void hear(OperationFailedException thrown) {
        failure = thrown;
        answer = VoteReply.FAILED;
    }

    /** Makes one step. */
    ClaimProgress advance() {
        if (awaiting) {
            long heard = answer;
            return heard == Owner.AWAITED ? ClaimProgress.AWAITING : answered(heard);
        }
        return switch (step) {
            case LOCK -> lock();
            case APPLY -> apply();
            case HELD -> ClaimProgress.AWAITING;
            case APPEND -> append();
            case STAMP -> stamp();
            case PUBLISH -> publish();
            case SETTLE -> settle();
            case UNDO -> undo();
            case DONE -> ClaimProgress.DONE;
        };
    }

    private boolean forgets() {
        return claim.isOnly(ValueOperations.FORGET);
    }

    /**
     * A lost value may only be replaced as a whole, and not by a transaction that has found the key without a value.
     */
    private boolean needsFormer() {
        boolean foundNone = claim.expected() == Claim.ABSENT;
        return foundNone || !shares.get().operations().replaceWhole(claim.updates());
    }

    /** Takes the busy bit when it is this claim's turn. */
    private ClaimProgress lock() {
        boolean first = setting.queues().isFirst(this);
        boolean refused = !first && !holder.waits();
        ClaimProgress progress = first ? take() : refused ? failed(BUSY) : ClaimProgress.BLOCKED;
        if (step == Step.LOCK) {
            setting.queues().enter(this);
        } else { // in every case: an abandoned place in the queue would block all later claims
            setting.queues().leave(this);
        }
        return progress;
    }

    private ClaimProgress take() {
        if (!shares.get().takesUpdates() || shares.get().isUnmarked(home.id())) {
            return ClaimProgress.BLOCKED;
        }
        if (forgets() && home.isIncomplete()) {
            return failed(LOST); // here a tombstone says that the value is known to be absent, not lost
        }
        slot = home.table().find(claim.key());
        if (slot == 0) {
            if (isLostWithHome()) {
                return failed(LOST);
            }
            long nothing;
            try {
                nothing = holder.isAlone() ? shares.get().installer().refusalOfAbsent(home, claim) : 0;
            } catch (OperationFailedException failed) {
                failure = failed;
                return failed(VoteReply.FAILED);
            }
            if (nothing < 0) {
                return nothing == ValueOperation.UNCHANGED ? done() : failed(nothing);
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
            return taken ? failed(BUSY) : ClaimProgress.BLOCKED;
        }
        if (isUpkeepTooLate(word)) {
            return failed(
                    ValueInstaller.PRECONDITION_FAILED); // the slot untouched: a reader of the key may be committing
        }
        if (ValueAddress.isBlock(word) && shares.get().isUnmarked(ValueAddress.partition(word))) {
            return ClaimProgress.BLOCKED;
        }
        if (word == ValueAddress.LOST && needsFormer() || word == ValueAddress.ABSENT && isLostWithHome()) {
            return failed(LOST);
        }
        long held = word == ValueAddress.LOST ? ValueAddress.BUSY : word | ValueAddress.BUSY;
        if (shares.get().words().compareAndExchange(home, slot, word, held) != word) {
            return ClaimProgress.BLOCKED;
        }
        found = word;
        old = ValueAddress.withoutBusy(held);
        step = Step.APPLY;
        return ClaimProgress.ADVANCED;
    }

    /** Whether the target of an upkeep claim, a tombstone or a value, is not here any more. */
    private boolean isUpkeepTooLate(long word) {
        return forgets()
                ? word != claim.updates().get(0).first()
                : word == ValueAddress.ABSENT && shares.get().operations().isUpkeep(claim);
    }

    /** Whether a key without a slot may have had a value: the home's table died with its former node. */
    private boolean isLostWithHome() {
        return home.isIncomplete() && needsFormer();
    }

    /** Whether the key had a value that died with its node, or may have had one. */
    private boolean isOverLoss() {
        return found == ValueAddress.LOST || found == ValueAddress.ABSENT && home.isIncomplete();
    }

    private ClaimProgress apply() {
        try {
            return asked(setting.owner(home, old).hold(this, claim, old));
        } catch (OperationFailedException failed) {
            failure = failed;
            return answered(VoteReply.FAILED);
        }
    }

    /** Handles the owner's answer, unless it comes later. */
    private ClaimProgress asked(long word) {
        awaiting = word == Owner.AWAITED;
        return awaiting ? ClaimProgress.AWAITING : answered(word);
    }

    private ClaimProgress answered(long word) {
        ClaimProgress progress = word == Owner.GONE
                ? ownerIsGone()
                : switch (step) {
                    case APPLY -> applied(word);
                    case APPEND -> appended();
                    case UNDO -> givenBack();
                    case SETTLE -> done();
                    case LOCK, HELD, STAMP, PUBLISH, DONE ->
                        throw new IllegalStateException("an answer belongs to the step that asked: step=" + step);
                };
        awaiting = false; // only now, when the step is made and no word of the slot has refused it
        answer = Owner.AWAITED;
        return progress;
    }

    /**
     * Handles the owner's answer: the new block's address, 0 when the block is held unchanged, or a negative code.
     */
    private ClaimProgress applied(long word) {
        if (word >= 0) {
            inPlace = word == ValueInstaller.IN_PLACE;
            fresh = inPlace ? ValueInstaller.UNCHANGED : word;
            if (fresh > 0 && isOverLoss()) {
                ValueInstaller.followsLoss(home, fresh);
            }
            step = aborting ? Step.UNDO : Step.HELD;
            return ClaimProgress.ADVANCED;
        }
        swap(held(), found);
        if (aborting) {
            return done();
        }
        if (word == ValueInstaller.UNSETTLED || word == ValueInstaller.STALE) {
            step = Step.LOCK; // not at once: the migration that it waits for may need this very thread
            return ClaimProgress.BLOCKED;
        }
        return failed(word);
    }

    /**
     * Notes W while the commit waits for its record: snapshots below W read the old version, and need not wait for
     * the record.
     */
    void showTimestamp(long timestamp) {
        Partition at = ValueAddress.isBlock(old) ? shares.get().partition(ValueAddress.partition(old)) : null;
        if (step == Step.HELD && at != null && claim.begin() < timestamp - 1) {
            shares.get().installer().lockedUntil(at, old, claim.begin(), timestamp - 1);
            claim = claim.begunAt(timestamp - 1);
        }
    }

    /** Commits the claim at W. The caller drives the claim afterwards. */
    void commit(long timestamp) {
        Invariant.check(step == Step.HELD, "what commits is held", claim.key());
        version = timestamp;
        if (forgets()) {
            step = Step.PUBLISH;
        } else if (inPlace) {
            step = Step.APPEND;
        } else if (fresh == ValueInstaller.UNCHANGED) {
            step = Step.UNDO;
        } else { // a value that is written again unchanged keeps its version
            step = shares.get().operations().keepsVersion(claim) ? Step.PUBLISH : Step.STAMP;
        }
    }

    /** Aborts the claim. The caller drives the claim afterwards. */
    void abort() {
        aborting = true;
        if (step == Step.LOCK) {
            setting.queues().leave(this);
            done();
        } else if (step == Step.HELD) {
            step = Step.UNDO;
        }
    }

    /**
     * Handles the owner's death: releases the key; the claim then waits until recovery has marked the value as lost.
     * The claim does not mark it itself, because until a lease has passed a node may still read the block that a
     * migration by the dead owner left behind (h8).
     */
    private ClaimProgress ownerIsGone() {
        return switch (step) {
            case APPLY -> {
                swap(held(), found);
                step = aborting ? Step.DONE : Step.LOCK;
                yield aborting ? ClaimProgress.DONE : ClaimProgress.BLOCKED;
            }
            case UNDO, STAMP, APPEND -> givenBack();
            case LOCK, HELD, PUBLISH, SETTLE, DONE -> done(); // the published block died too; recovery marks the slot
        };
    }

    private ClaimProgress append() {
        if (!shares.get().takesUpdates()) {
            return ClaimProgress.BLOCKED;
        }
        return asked(setting.owner(home, old).append(this, claim, old, version));
    }

    private ClaimProgress appended() {
        swap(held(), shares.get().installer().appends().appended(old, claim.updates()));
        return done();
    }

    private ClaimProgress stamp() {
        int stamped = setting.owner(home, fresh).stamp(claim.key(), fresh, version);
        if (stamped < 0) {
            return ClaimProgress.BLOCKED;
        }
        if (stamped == 0) {
            return ownerIsGone();
        }
        step = Step.PUBLISH;
        return ClaimProgress.ADVANCED;
    }

    private ClaimProgress publish() {
        if (!shares.get().takesUpdates()) {
            return ClaimProgress.BLOCKED;
        }
        swap(held(), fresh);
        if (fresh == ValueAddress.ABSENT) {
            home.table().vacated();
        } else if (found == ValueAddress.ABSENT && !inserted) {
            home.table().reoccupied();
        }
        step = Step.SETTLE;
        return ClaimProgress.ADVANCED;
    }

    private ClaimProgress settle() {
        long block = fresh == ValueAddress.ABSENT ? old : fresh;
        return asked(setting.owner(home, block).settle(this, claim.key(), old, fresh));
    }

    private ClaimProgress undo() {
        return asked(setting.owner(home, old).abandon(this, claim, old, fresh));
    }

    private ClaimProgress givenBack() {
        swap(held(), found);
        return done();
    }

    private ClaimProgress failed(long code) {
        refusal = code;
        return done();
    }

    private ClaimProgress done() {
        step = Step.DONE;
        return ClaimProgress.DONE;
    }

    /** Content of the slot while this claim holds it. */
    private long held() {
        return old | ValueAddress.BUSY;
    }

    /** Changes the slot, under the busy bit. */
    private void swap(long expected, long word) {
        long before = shares.get().words().compareAndExchange(home, slot, expected, word);
        Invariant.check(before == expected, "only the holder of the busy bit changes the slot", before);
    }
}
