package io.pragh.core.txn.home;

import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.OperationFailedException;
import io.pragh.core.base.Invariant;
import io.pragh.core.durable.CommitLog;
import io.pragh.core.memory.Region;
import io.pragh.core.protocol.Claim;
import io.pragh.core.protocol.PrepareRequest;
import io.pragh.core.protocol.VoteReply;
import io.pragh.core.store.Partition;
import io.pragh.core.store.StoreShare;
import io.pragh.core.store.ValueInstaller;
import io.pragh.core.store.value.ValueHeader;
import io.pragh.core.timestamp.Timestamps;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A commit in one phase, in one call and without waiting, for homes and owners that are all on one node. Makes the
 * steps of {@link ClaimOperation} for all keys, in columns. If a claim would have to wait, is refused, or has its
 * value on another node, the attempt ends without effect, and a {@link Participant} runs the commit or reports the
 * refusal. One thread.
 */
/*
 * Everything happens inside the node's passage: a handover, which waits for the threads inside, finds all of it or
 * nothing. No commit waits for a key here while it holds others, so there is no deadlock. What holds on entry of each
 * step; a crash of the homes leaves nothing behind, since their memory is gone:
 *
 *   HOLD     nothing is held.
 *   SIGN     every slot is busy, every old block is LOCKED, every new one is whole but for its version, and
 *            unreachable.
 *   W        the rolls are signed: a transaction with a greater timestamp sees the signatures, or their result.
 *   VALIDATE W is greater than that of every snapshot that may read an old block once it is LOCKED.
 *   LOG      all reads are unchanged; this node is still a member. Old blocks are LOCKED until W then.
 *   OVER     the record is durable, or on its way where no reader can see more than that (PendingCommits.show).
 *   PUBLISH  watchers of the rolls find W in them before the first key is published.
 *   TELL     the record is durable.
 */
final class DirectCommit {
    /** Nothing has happened; a participant is to run the commit. */
    static final long NOT_DONE = 0;

    private final TransactionHome home;
    private final TransactionHome.Context context;
    private final StoreShare share;
    private final List<Partition> homes;
    private final ClaimOrder order;
    private final long signature;
    /** Whether the commit consists of one claim and validates nothing. */
    private final boolean isAlone;
    /** W of a commit that is replayed from the log, else 0. */
    private final long redone;

    private final RecordWait record;

    private Claim[] claims;
    private Partition[] keysHome;
    private long[] slots;
    /** Former content of each slot: an address, or absent. */
    private long[] found;
    /** Answers of {@link ValueInstaller#hold}. */
    private long[] answers;

    private boolean[] inserted;
    private int held;
    private int signed;
    /** Whether the record is in the log, or may be: then the keys are not released. */
    private boolean logged;

    private boolean published;

    /**
     * Creates an attempt.
     *
     * @param redone W of a commit that is in the log already, or 0
     */
    DirectCommit(
            TransactionHome home,
            StoreShare share,
            List<Partition> homes,
            PrepareRequest request,
            long signature,
            long redone) {
        this.redone = redone;
        this.home = home;
        this.context = home.context();
        this.record = new RecordWait(context);
        this.share = share;
        this.homes = homes;
        this.order = new ClaimOrder(home, homes, request);
        if (redone != 0) {
            order.doneAgain();
        }
        this.signature = signature;
        this.isAlone = request.claims().size() == 1 && request.readKeys().length == 0;
        int count = request.claims().size();
        this.claims = new Claim[count];
        this.keysHome = new Partition[count];
        this.slots = new long[count];
        this.found = new long[count];
        this.answers = new long[count];
        this.inserted = new boolean[count];
    }

    /** Whether an attempt is possible in this share: swaps never fail, and no key here may have been lost. */
    static boolean suits(StoreShare share, List<Partition> homes, boolean hasLost) {
        boolean all = share.words().isDirect() && !hasLost;
        for (int i = 0; i < homes.size() && all; i++) {
            all = !share.isUnmarked(homes.get(i).id()) && !homes.get(i).isIncomplete();
        }
        return all;
    }

    /**
     * Runs the commit. Returns W, {@link VoteReply#CONFLICT} when a value that was read has changed, or
     * {@link #NOT_DONE}.
     */
    long run() {
        boolean holdsAll = false;
        try {
            holdsAll = holdAll();
        } finally {
            if (!holdsAll) {
                giveBack();
            }
        }
        if (!holdsAll) {
            return NOT_DONE;
        }
        long version = Timestamps.NONE;
        Boolean valid = null;
        boolean committed = false;
        try {
            version = sign() ? timestamp() : Timestamps.NONE;
            valid = version == Timestamps.NONE ? null : order.validates();
            committed = valid != null && valid && isMemberStill();
            if (committed) {
                committed = false;
                log(version);
                committed = true;
            }
        } finally {
            if (!committed && !logged) {
                record.abandon();
                signaturesAreOver(0);
                giveBack();
            }
        }
        if (!committed) {
            return valid != null && !valid ? VoteReply.CONFLICT : NOT_DONE;
        }
        if (!published) {
            publish(version);
        }
        record.leave();
        return version;
    }

    private long timestamp() {
        if (redone != 0) {
            return redone;
        }
        return record.timestamp(changesAnything());
    }

    /**
     * Appends the record and waits until it is durable (rule 8), unless nothing changes. If this throws after
     * {@link #logged} is set, the record may or may not be durable: the keys stay held, or the changes stay published
     * without being acknowledged, because the node has failed.
     */
    private void log(long version) {
        CommitLog log = context.log();
        if (redone != 0 || !log.isKept()) {
            return;
        }
        List<Claim> changes = new ArrayList<>(held + order.rolls().size());
        for (int i = 0; i < held; i++) {
            if (answers[i] != ValueInstaller.UNCHANGED) {
                changes.add(claims[i]);
            }
        }
        changes.addAll(order.rolls());
        if (changes.isEmpty()) {
            return;
        }
        List<Integer> ids = homes.stream().map(Partition::id).toList();
        if (record.isPending()) {
            showTimestamp(version);
        }
        byte[] bytes = new CommitRecord(CommitRecord.COMMITTED, version, ids.subList(0, 1), ids, changes).encode();
        long ticket = log.append(bytes);
        logged = true;
        if (record.shows()) {
            publish(version);
            record.leaveWhenDurable(ticket);
        } else {
            log.await(ticket);
        }
    }

    private boolean changesAnything() {
        boolean any = !order.rolls().isEmpty();
        for (int i = 0; i < held && !any; i++) {
            any = answers[i] != ValueInstaller.UNCHANGED;
        }
        return any;
    }

    /** Notes W in the old blocks: snapshots below W read the old versions, and need not wait for the record. */
    private void showTimestamp(long version) {
        for (int i = 0; i < held; i++) {
            Claim claim = claims[i];
            if (found[i] != ValueAddress.ABSENT && claim.begin() < version - 1) {
                share.installer().lockedUntil(heldOwner(i), found[i], claim.begin(), version - 1);
                claims[i] = claim.begunAt(version - 1);
            }
        }
    }

    private boolean holdAll() {
        order.makeRoom();
        for (Claim claim = order.next(); claim != null; claim = order.next()) {
            if (held == claims.length) {
                enlarge();
            }
            if (!hold(order.at(), claim)) {
                return false;
            }
            order.held(hadValue(held++));
        }
        return true;
    }

    private void enlarge() {
        int larger = 2 * held;
        claims = Arrays.copyOf(claims, larger);
        keysHome = Arrays.copyOf(keysHome, larger);
        slots = Arrays.copyOf(slots, larger);
        found = Arrays.copyOf(found, larger);
        answers = Arrays.copyOf(answers, larger);
        inserted = Arrays.copyOf(inserted, larger);
    }

    /**
     * Steps LOCK and APPLY of a claim. Returns false, with nothing held for the claim, when it must wait, is refused,
     * or has its value on another node.
     */
    private boolean hold(Partition at, Claim claim) {
        if (share.operations().isUpkeep(claim) || home.claims().isWaitedFor(claim.key())) {
            return false;
        }
        long slot = at.table().find(claim.key());
        if (slot == 0 && isAlone && comesToNothing(at, claim)) {
            return false; // a participant does not need a slot for it
        }
        inserted[held] = slot == 0;
        slot = slot == 0 ? at.table().findOrInsert(claim.key()) : slot;
        long word = slot < 0 ? ValueAddress.LOST : at.region().getLongAcquire(slot);
        boolean free = word == ValueAddress.ABSENT || ValueAddress.isBlock(word) && !ValueAddress.isBusy(word);
        Partition owner = free ? owner(at, word) : null;
        if (owner == null || share.words().compareAndExchange(at, slot, word, word | ValueAddress.BUSY) != word) {
            return false;
        }
        claims[held] = claim;
        keysHome[held] = at;
        slots[held] = slot;
        found[held] = word;
        answers[held] = VoteReply.FAILED;
        try {
            answers[held] = apply(owner, claim, word);
        } finally {
            if (answers[held] < 0) {
                swap(held, word);
            }
        }
        return answers[held] >= 0;
    }

    /** Whether a claim on a key without value is refused or changes nothing. */
    private boolean comesToNothing(Partition at, Claim claim) {
        try {
            return share.installer().refusalOfAbsent(at, claim) < 0;
        } catch (OperationFailedException failed) {
            return true;
        }
    }

    private @Nullable Partition owner(Partition at, long word) {
        Partition owner = word == ValueAddress.ABSENT ? at : share.partition(ValueAddress.partition(word));
        return owner == null || share.isUnmarked(owner.id()) ? null : owner;
    }

    private long apply(Partition owner, Claim claim, long old) {
        try {
            return share.installer().hold(owner, claim, old);
        } catch (OperationFailedException failed) {
            return VoteReply.FAILED; // the installer has undone its part; the participant reports the exception
        }
    }

    private boolean hadValue(int index) {
        long old = found[index];
        if (old == ValueAddress.ABSENT) {
            return false;
        }
        Region region = heldOwner(index).region();
        return region.getInt(ValueAddress.offset(old) + ValueHeader.BODY_BYTES_OFFSET) != ValueHeader.TOMBSTONE;
    }

    /** The partition with the old block of a held key, and with the new block. */
    private Partition heldOwner(int index) {
        Partition owner = owner(keysHome[index], found[index]);
        Invariant.check(owner != null, "what is held lies here", found[index]);
        return Objects.requireNonNull(owner);
    }

    private boolean sign() {
        List<Claim> rolls = order.rolls();
        while (signed < rolls.size()) {
            Claim roll = rolls.get(signed);
            if (!order.homeOf(roll.key()).rolls().sign(roll, signature)) {
                return false;
            }
            signed++;
        }
        return true;
    }

    private void signaturesAreOver(long version) {
        while (signed > 0) {
            long roll = order.rolls().get(--signed).key();
            order.homeOf(roll).rolls().over(roll, signature, version);
        }
    }

    /**
     * Whether this node still serves the homes, as far as it knows. Checked when only the record and the publication
     * are left.
     */
    @SuppressWarnings("ReferenceEquality") // a partition may have left and come back in other memory
    private boolean isMemberStill() {
        StoreShare now = context.share().get();
        boolean all = now.takesUpdates();
        for (int i = 0; i < homes.size() && all; i++) {
            all = now.partition(homes.get(i).id()) == homes.get(i);
        }
        return all;
    }

    private void publish(long version) {
        published = true;
        record.publishes();
        signaturesAreOver(version);
        for (int i = 0; i < held; i++) {
            publish(i, version);
        }
    }

    private void publish(int index, long version) {
        Claim claim = claims[index];
        Partition owner = heldOwner(index);
        ValueInstaller installer = share.installer();
        long old = found[index];
        long answer = answers[index];
        if (answer == ValueInstaller.IN_PLACE) {
            installer.appends().append(owner, claim.updates(), old, version);
            swap(index, installer.appends().appended(old, claim.updates()));
        } else if (answer == ValueInstaller.UNCHANGED) {
            installer.abandon(owner, claim.key(), old, ValueInstaller.UNCHANGED, claim.begin());
            swap(index, old);
        } else {
            installer.stamp(owner, claim.key(), answer, version);
            swap(index, answer);
            if (old == ValueAddress.ABSENT && !inserted[index]) {
                keysHome[index].table().reoccupied();
            }
            installer.settle(owner, claim.key(), old, answer);
        }
    }

    private void giveBack() {
        while (held > 0) {
            held--;
            long fresh = answers[held] == ValueInstaller.IN_PLACE ? ValueInstaller.UNCHANGED : answers[held];
            long key = claims[held].key();
            share.installer().abandon(heldOwner(held), key, found[held], fresh, claims[held].begin());
            swap(held, found[held]);
        }
    }

    /** Changes the slot of a key, under its busy bit. */
    private void swap(int index, long word) {
        long busy = found[index] | ValueAddress.BUSY;
        long before = share.words().compareAndExchange(keysHome[index], slots[index], busy, word);
        Invariant.check(before == busy, "only the holder of the busy bit changes the slot", before);
    }
}
