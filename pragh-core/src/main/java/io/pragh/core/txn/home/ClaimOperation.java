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
 * PUT at the key's home, as one claim of a commit: takes the key's busy bit, has the new block built where the value lies, and stops when
 * it holds the key, until the commit is decided. Then it has the block stamped, publishes its address, and has the old block retired.
 * Cost: nothing over the fabric when the value lies here; otherwise two messages and their replies to the owner, the second of which
 * nobody waits for, and one CAS. One thread at a time, its holder's, but for {@link #hear}. It tells its holder nothing: whoever drives
 * it looks afterwards how it stands.
 */
/*
 * Paper section 4.2, repaired. What holds on entry of each step; what a crash of the home there leaves behind:
 *
 *   LOCK     nothing is held; nothing.
 *   APPLY    the busy bit is ours: nobody retires or moves the block in the slot (h6, h9, h12); a busy slot.
 *   HELD     the old block is LOCKED and the new one, if any, built; the same, the log says what is to become of it.
 *   APPEND   as HELD without a new block, and the transaction is committed: the entries are written behind the body, with W,
 *            and the old block is LIVE with them, before the slot counts them; the same.
 *   STAMP    as HELD, and the transaction is committed: the new block gets W; the same.
 *   PUBLISH  no reader accepts the old block any more (h3), the new one is PENDING; both, and recovery keeps the later.
 *   SETTLE   the slot has the new address: the caller may be answered; a PENDING block that is current.
 *   UNDO     as HELD, and given up: old block unlocked, busy bit cleared when that is confirmed; as HELD.
 */
final class ClaimOperation {
    /** Where the claim stands. */
    enum Step {
        /** Take the busy bit. */
        LOCK,
        /** Lock the old block and build the new one. */
        APPLY,
        /** The key is held; its transaction is not decided. */
        HELD,
        /** Have the entries appended in place, and give the key back. */
        APPEND,
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

    /** Failure of a held operation: another holds the key. */
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
    /** Whether it has a place among those who wait for the key. */
    private boolean queued;

    private boolean inserted;
    /** Whether the entries go behind the old block's body: {@link #fresh} is none. */
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
    /** What the owner has said since it was asked; whoever brings the answer writes it last. */
    private volatile long answer = Owner.AWAITED;

    /** A claim on a key whose home is {@code home}. */
    ClaimOperation(ClaimSetting setting, Partition home, Claim claim, ClaimHolder holder) {
        this.setting = setting;
        this.shares = setting.shares();
        this.home = home;
        this.claim = claim;
        this.holder = holder;
    }

    /** Where the claim stands. */
    Step step() {
        return step;
    }

    /** The key is held, or the claim changes nothing and need not hold it: only one whose holder {@link ClaimHolder#isAlone}. */
    boolean isHeld() {
        return step == Step.HELD || step == Step.DONE && refusal == 0;
    }

    /** The new version is published, or the key was given back, or never taken. */
    boolean isOver() {
        return step == Step.SETTLE || step == Step.DONE;
    }

    /** Why the key is not held: a negative code of {@link ValueInstaller}, {@link #BUSY}, {@link #LOST} or {@link VoteReply#FAILED}; else 0. */
    long refusal() {
        return refusal;
    }

    /** What the operation has thrown, when the refusal is {@link VoteReply#FAILED}; else null. */
    @Nullable
    OperationFailedException failure() {
        return failure;
    }

    Claim claim() {
        return claim;
    }

    /** Whether the key is held and gets another value when the transaction commits. */
    boolean changes() {
        boolean other = inPlace || fresh != ValueInstaller.UNCHANGED;
        return step == Step.HELD && other && !shares.get().operations().isUpkeep(claim);
    }

    /** The key. */
    long key() {
        return claim.key();
    }

    /** Whether the key is held and had a value that lies on this node: of others nobody here knows whether they are deleted. */
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

    /** Whether the operation is over; true once. */
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

    /** Has its holder drive it. */
    void resume() {
        holder.goOn(this);
    }

    /** The owner has answered, or is {@link Owner#GONE}: see {@link Owner}. Any thread; {@link #resume} comes next. */
    void hear(long word) {
        answer = word;
    }

    /** The operation threw at the owner, which has undone its part. */
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

    /** Over a lost value only a whole one may be written, and not by who has found none. */
    private boolean needsFormer() {
        boolean foundNone = claim.expected() == Claim.ABSENT;
        return foundNone || !shares.get().operations().replaceWhole(claim.updates());
    }

    /** Takes the busy bit when it is this operation's turn. */
    private ClaimProgress lock() {
        boolean first = setting.queues().isFirst(this);
        boolean refused = !first && !holder.waits();
        ClaimProgress progress = first ? take() : refused ? failed(BUSY) : ClaimProgress.BLOCKED;
        if (step == Step.LOCK) {
            setting.queues().enter(this);
        } else { // however it ended: a place that nobody gives up is waited for by all others
            setting.queues().leave(this);
        }
        return progress;
    }

    private ClaimProgress take() {
        if (!shares.get().takesUpdates() || shares.get().isUnmarked(home.id())) {
            return ClaimProgress.BLOCKED;
        }
        if (forgets() && home.isIncomplete()) {
            return failed(LOST); // here a tombstone says that its key is not lost, but known to be absent
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
                    ValueInstaller.PRECONDITION_FAILED); // the slot untouched: who has read the key may be committing
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

    /** Whether upkeep is asked for what it would not find here any more: a tombstone, or a value. */
    private boolean isUpkeepTooLate(long word) {
        return forgets()
                ? word != claim.updates().get(0).first()
                : word == ValueAddress.ABSENT && shares.get().operations().isUpkeep(claim);
    }

    /** The home's table died with its former node: a key that it does not know may have had a value. */
    private boolean isLostWithHome() {
        return home.isIncomplete() && needsFormer();
    }

    /** Whether the key had a value, or perhaps one, that died with its node. */
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

    /** The owner's answer, unless it comes later. */
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
        awaiting = false; // now that the step is made, and no word of the slot has refused it
        answer = Owner.AWAITED;
        return progress;
    }

    /** The new block's address, 0 when the block is held as it is, or a negative code. */
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

    /** Its commit has W and waits for its record: snapshots below are to see the old version, and need not wait with it. */
    void showTimestamp(long timestamp) {
        Partition at = ValueAddress.isBlock(old) ? shares.get().partition(ValueAddress.partition(old)) : null;
        if (step == Step.HELD && at != null && claim.begin() < timestamp - 1) {
            shares.get().installer().lockedUntil(at, old, claim.begin(), timestamp - 1);
            claim = claim.begunAt(timestamp - 1);
        }
    }

    /** The transaction is committed. Drive the operation afterwards. */
    void commit(long timestamp) {
        Invariant.check(step == Step.HELD, "what commits is held", claim.key());
        version = timestamp;
        if (forgets()) {
            step = Step.PUBLISH;
        } else if (inPlace) {
            step = Step.APPEND;
        } else if (fresh == ValueInstaller.UNCHANGED) {
            step = Step.UNDO;
        } else { // a value that is written again as it was keeps its version
            step = shares.get().operations().keepsVersion(claim) ? Step.PUBLISH : Step.STAMP;
        }
    }

    /** The transaction is given up. Drive the operation afterwards. */
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
     * The owner died: the key is given back, and the claim waits until recovery has marked it as lost. Not here: until a lease has
     * passed somebody may still read the block that a migration by the dead owner left behind (h8).
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

    /** What the slot holds while this claim works. */
    private long held() {
        return old | ValueAddress.BUSY;
    }

    /** Changes the slot, under the busy bit. */
    private void swap(long expected, long word) {
        long before = shares.get().words().compareAndExchange(home, slot, expected, word);
        Invariant.check(before == expected, "only the holder of the busy bit changes the slot", before);
    }
}
