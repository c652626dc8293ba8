package io.pragh.core.placement.migrate;

import io.pragh.core.access.SlotSearch;
import io.pragh.core.access.location.CachedLocation;
import io.pragh.core.address.PartitionHeader;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.memory.Region;
import io.pragh.core.store.reclaim.RetireWriter;
import io.pragh.core.store.table.Bucket;
import io.pragh.core.store.table.TableGeometry;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.Tail;
import io.pragh.core.store.value.ValueHeader;

/**
 * Moves one value into this node: bucket READ unless the location is cached, value READ, CAS on the slot, CAS on the
 * state word of the old block; the retired address is written later. Four one-sided operations or three, none of
 * which involves the processor of another node. Reusable; one thread.
 */
/*
 * Paper section 4.3, repaired. For each step: the condition on its entry, and the state that a crash of this node in
 * it leaves behind:
 *
 *   FETCH       a free block here; an address within its     This node's memory is gone: nothing elsewhere.
 *               lease and the place of the slot, cached.
 *   LOCATE      nothing.                                     Nothing.
 *   CHAIN       as LOCATE: the slot is in another bucket.    Nothing.
 *   COPY        a free block here; a word that was in        This node's memory is gone: nothing elsewhere.
 *               the slot, not busy.
 *   PUBLISH     an exact copy, PENDING, that no node can     The same.
 *               reach. The source was LIVE, so no update or
 *               other migration was half done (h2).
 *   CONFIRM     the CAS was posted and its fate is unknown.  As PUBLISH or as INVALIDATE.
 *               The slot is looked for between two READs
 *               of the home's life.
 *   INVALIDATE  the slot points here; the source still       The key is lost with this node, and the source still
 *               looks LIVE to cached readers, so no update   looks LIVE: recovery fences this node, waits a lease,
 *               may replace the copy until it is marked (it  and retires the source (h8, h10).
 *               is PENDING: h1, h2).
 *
 * The CAS compares partition, offset and a generation that grows with every publication (h6); past the lease the
 * migration is given up as well.
 *
 * FETCH reads the value before the slot was looked at. A block that is LIVE with the print of key and address is the
 * one that the slot has, is about to have when a commit has only that left to do, or had until another migration; a
 * word that a slot has had does not come back. So a CAS that finds the word of the copied block, entries included,
 * finds the copied state (docs/protocols/migrate.md). It meets no other key's slot with that word, wherever the table
 * has put the key meanwhile, and nothing but slots: the table's shape is in its lease, so the memory of its buckets
 * has not been used again.
 */
final class Migration {
    /** The steps of a migration. */
    enum Step {
        FETCH,
        LOCATE,
        CHAIN,
        COPY,
        PUBLISH,
        CONFIRM,
        INVALIDATE,
        DONE
    }

    /** How often a migration starts over before it leaves the value to a later plan. */
    static final int ATTEMPTS_MAX = 8;

    private static final int NOT_POSTED = -1;

    private final MigrationContext context;
    private final SlotSearch search;
    private final CachedLocation known = new CachedLocation();

    private Step step = Step.DONE;
    private MigrationOutcome outcome = MigrationOutcome.UNDER_WAY;
    private MigrationTarget target;
    private long key;
    private int home;
    /** Whether the CAS may have happened, so that the slot is looked for to find out. */
    private boolean confirming;

    /**
     * Whether the slot that was found lacks the copy's address; that counts if the slot was of the life to which the
     * CAS was posted.
     */
    private boolean missed;

    /** Life of the home in which the slot was found, by {@link PartitionHeader#lifeNumber}. */
    private long life;

    /** The place of the key's slot when its location was cached. */
    private int place;

    private long slot;
    private long word;
    private long fresh;
    private long sourceState;
    /** The clock before the READ that found the word; at the end, before the CAS. */
    private long beganNanos;

    private int attempts;
    private int op = NOT_POSTED;

    Migration(MigrationContext context, MigrationTarget anyTarget) {
        this.context = context;
        this.search = new SlotSearch(context.tables());
        this.target = anyTarget;
    }

    /** Starts to pull a key's value into a partition of this node. */
    void begin(long key, int home, MigrationTarget target, long nowNanos) {
        this.key = key;
        this.home = home;
        this.target = target;
        this.attempts = 0;
        this.confirming = false;
        this.missed = false;
        this.outcome = MigrationOutcome.UNDER_WAY;
        this.step = Step.LOCATE;
        if (isKnown(nowNanos)) {
            word = known.address;
            place = known.place;
            beganNanos = known.stampNanos;
            allocate(Step.FETCH);
        }
    }

    /**
     * Whether a reader of this node has seen the value on another node, within the lease, and the place of the slot
     * is known.
     */
    private boolean isKnown(long nowNanos) {
        if (!context.isCached(key, nowNanos, known)) {
            return false;
        }
        TableGeometry table = context.tables().geometry(home, nowNanos);
        return table != null && table.slotOffset(key, known.place) != 0;
    }

    Step step() {
        return step;
    }

    MigrationOutcome outcome() {
        return outcome;
    }

    /** The block's address here once it is published. */
    long published() {
        return ValueAddress.block(fresh);
    }

    /** The partition that the value is pulled into. */
    int target() {
        return target.partition();
    }

    /** The address that the value came from. */
    long source() {
        return word;
    }

    /** Adds this step's operation to the batch. */
    void post(Batch batch, BucketLanding landing, long nowNanos) {
        op = NOT_POSTED;
        switch (step) {
            case LOCATE -> {
                beganNanos = nowNanos;
                if (search.begin(key, home, nowNanos)) {
                    life = confirming ? life : context.tables().life(home);
                    readBucket(batch, landing);
                } else {
                    homeIsUnreachable();
                }
            }
            case CHAIN -> readBucket(batch, landing);
            case FETCH, COPY ->
                op = batch.read(
                        ValueAddress.partition(word),
                        ValueAddress.offset(word),
                        ValueAddress.blockBytes(word),
                        target.region(),
                        ValueAddress.offset(fresh));
            case PUBLISH -> {
                beganNanos = nowNanos;
                op = batch.cas(home, slot, word, fresh);
            }
            case CONFIRM -> op = batch.readWord(home, PartitionHeader.LIFE_OFFSET);
            case INVALIDATE ->
                op = batch.cas(
                        ValueAddress.partition(word),
                        ValueAddress.offset(word) + ValueHeader.STATE_OFFSET,
                        sourceState,
                        StateWord.moved(key, word));
            case DONE -> {}
        }
    }

    private void readBucket(Batch batch, BucketLanding landing) {
        op = batch.read(home, search.bucket(), Bucket.BYTES, landing.region(), landing.take());
    }

    /** Processes the result of this step's operation. */
    void complete(Batch batch, BucketLanding landing, long nowNanos) {
        if (op == NOT_POSTED) {
            return;
        }
        OpStatus status = batch.status(op);
        switch (step) {
            case LOCATE, CHAIN -> located(batch, landing, status, nowNanos);
            case FETCH -> fetched(status, nowNanos);
            case COPY -> copied(status, nowNanos);
            case PUBLISH -> published(batch, status);
            case CONFIRM -> confirmed(batch, status);
            case INVALIDATE -> invalidated(status);
            case DONE -> {}
        }
    }

    private void located(Batch batch, BucketLanding landing, OpStatus status, long nowNanos) {
        if (status != OpStatus.OK) {
            search.stale();
            tryAgain(MigrationOutcome.UNREACHABLE);
            return;
        }
        switch (search.take(landing.region(), batch.localOffset(op), nowNanos)) {
            case NEXT -> step = Step.CHAIN;
            case FOUND -> {
                slot = search.slot();
                takeWord(search.word());
            }
            case STALE -> tryAgain(MigrationOutcome.CONTENDED);
            case UNKNOWN -> {
                if (confirming) {
                    lookedAfter(false);
                } else {
                    end(MigrationOutcome.ABSENT);
                }
            }
        }
    }

    private void takeWord(long found) {
        if (confirming) {
            lookedAfter(isCopy(found));
            return;
        }
        word = found;
        if (found == ValueAddress.LOST) {
            end(MigrationOutcome.LOST);
        } else if (found == ValueAddress.ABSENT) {
            end(MigrationOutcome.ABSENT);
        } else if (ValueAddress.isBusy(found)) {
            tryAgain(MigrationOutcome.CONTENDED);
        } else if (context.isOwn(ValueAddress.partition(found))) {
            end(MigrationOutcome.ALREADY_HERE);
        } else {
            allocate(Step.COPY);
        }
    }

    private void allocate(Step then) {
        long offset = target.blocks().allocate(ValueAddress.sizeClass(word));
        if (offset < 0) {
            end(MigrationOutcome.OUT_OF_MEMORY);
            return;
        }
        int generation = ValueAddress.generation(word) + 1;
        long block = ValueAddress.of(target.partition(), ValueAddress.sizeClass(word), generation, offset);
        fresh = ValueAddress.withEntries(block, ValueAddress.entries(word));
        step = then;
    }

    /**
     * Completes the word with the number of entries in the block's state word; the CAS tells whether the slot has
     * that word.
     */
    private void fetched(OpStatus status, long nowNanos) {
        TableGeometry table = context.tables().geometry(home, nowNanos);
        if (status != OpStatus.OK || table == null || table.slotOffset(key, place) == 0) {
            freeCopy();
            tryAgain(MigrationOutcome.UNREACHABLE);
            return;
        }
        long state = target.region().getLong(ValueAddress.offset(fresh) + ValueHeader.STATE_OFFSET);
        word = ValueAddress.withEntries(word, StateWord.entries(state));
        fresh = ValueAddress.withEntries(fresh, StateWord.entries(state));
        slot = table.slotOffset(key, place);
        life = context.tables().life(home);
        copied(status, nowNanos);
    }

    private void copied(OpStatus status, long nowNanos) {
        Region region = target.region();
        long block = ValueAddress.offset(fresh);
        sourceState = region.getLong(block + ValueHeader.STATE_OFFSET);
        boolean current = status == OpStatus.OK
                && sourceState == StateWord.live(key, word)
                && region.getLong(block + ValueHeader.KEY_OFFSET) == key
                && region.getInt(block + ValueHeader.TAG_OFFSET) == ValueHeader.tag(word);
        if (current && region.getInt(block + ValueHeader.BODY_BYTES_OFFSET) == ValueHeader.TOMBSTONE) {
            freeCopy();
            end(MigrationOutcome.ABSENT); // its owner will forget it
            return;
        }
        boolean late = nowNanos - beganNanos >= context.leaseNanos();
        if (!current || late || !isTailWhole(region, block)) {
            freeCopy();
            tryAgain(status == OpStatus.OK ? MigrationOutcome.CONTENDED : MigrationOutcome.UNREACHABLE);
            return;
        }
        region.setInt(block + ValueHeader.TAG_OFFSET, ValueHeader.tag(fresh));
        region.setLongRelease(block + ValueHeader.STATE_OFFSET, StateWord.pending(key, fresh));
        step = Step.PUBLISH;
    }

    /**
     * Whether the copy has all entries that count; clears the bytes behind them, which an append under way may have
     * written. The slot's word counts the entries as the source's does, so the CAS fails when an entry was appended
     * since.
     */
    private boolean isTailWhole(Region region, long block) {
        int bodyBytes = region.getInt(block + ValueHeader.BODY_BYTES_OFFSET);
        Tail tail = Tail.of(region, block, bodyBytes, ValueAddress.entries(word));
        tail.clearBehind(block + ValueAddress.blockBytes(word));
        return tail.isWhole();
    }

    private void published(Batch batch, OpStatus status) {
        if (status == OpStatus.OK) {
            swapped(batch.result(op) == word);
        } else if (status == OpStatus.UNREACHABLE) {
            confirming = true;
            step = Step.CONFIRM;
        } else {
            swapped(false);
        }
    }

    /**
     * Handles the home's answer about its life. While it is the life to which the CAS was posted, the slot is looked
     * for by the current table: the table may have left the former place, and its memory may be in other use. The
     * result of that search counts if the life has lasted until after it. In another life, or with the home out of
     * reach, nothing is decided: the copy stays PENDING until the home can be asked, or is known to have died.
     */
    private void confirmed(Batch batch, OpStatus status) {
        boolean same = status == OpStatus.OK && PartitionHeader.lifeNumber(batch.result(op)) == life;
        if (same && missed) {
            confirming = false;
            swapped(false);
        } else if (same) {
            step = Step.LOCATE;
        }
        missed = false;
    }

    /** Handles the result of the search: the slot was found, or the table does not know the key. */
    private void lookedAfter(boolean ours) {
        if (ours) {
            confirming = false;
            swapped(true);
        } else {
            missed = true;
            step = Step.CONFIRM;
        }
    }

    /**
     * Whether the slot has the copy's address. The copy is PENDING: an update may hold the key for a moment, but
     * cannot have replaced the copy; any other word means that the CAS did not happen.
     */
    private boolean isCopy(long found) {
        return ValueAddress.withoutBusy(found) == fresh;
    }

    private void swapped(boolean ours) {
        if (ours) {
            context.cacheLocation(key, home, ValueAddress.block(fresh), beganNanos);
            step = Step.INVALIDATE;
            return;
        }
        freeCopy();
        tryAgain(MigrationOutcome.CONTENDED);
    }

    private void invalidated(OpStatus status) {
        if (status == OpStatus.UNREACHABLE || status == OpStatus.FENCED) {
            // Other nodes may still read the source, or will when its partition, withdrawn for now, is served by
            // another node: the copy stays PENDING until the mark is confirmed.
            return;
        }
        // The source is marked; or recovery took this node for dead and marked it; or its memory is gone.
        long state = ValueAddress.offset(fresh) + ValueHeader.STATE_OFFSET;
        // By the processor on every fabric: no card operates on the word before it is LIVE, see ValueInstaller.lock
        // and migrate.md.
        target.region().compareAndExchange(state, StateWord.pending(key, fresh), StateWord.live(key, fresh));
        RetireWriter retire = context.retire();
        retire.retire(ValueAddress.partition(word), word);
        end(MigrationOutcome.MOVED);
    }

    private void freeCopy() {
        target.blocks().free(ValueAddress.offset(fresh));
    }

    /**
     * Ends the migration, because the home's table is unknown and no block is held; but a copy that waits to be
     * confirmed keeps waiting.
     */
    private void homeIsUnreachable() {
        if (confirming) {
            step = Step.CONFIRM;
        } else {
            end(MigrationOutcome.UNREACHABLE);
        }
    }

    /**
     * Whether the migration waits for a node out of reach while it holds a block that other nodes may be reading: it
     * must not be given up.
     */
    boolean isStuck() {
        return step == Step.INVALIDATE || isUndecided();
    }

    /** Whether it is unknown if the swap has happened. */
    private boolean isUndecided() {
        return confirming && step != Step.DONE;
    }

    /**
     * Handles a partition that has another node and another life. A swap in it that was posted will never be
     * confirmed, and the sweep decides about the copy (h8); a migration whose swap was not posted begins again, in
     * the present life.
     */
    void forget(int partition) {
        if (home != partition) {
            return;
        }
        if (isUndecided()) {
            confirming = false;
            end(MigrationOutcome.UNREACHABLE);
        } else if (step == Step.FETCH || step == Step.COPY || step == Step.PUBLISH) {
            freeCopy();
            tryAgain(MigrationOutcome.UNREACHABLE);
        }
    }

    private void tryAgain(MigrationOutcome otherwise) {
        if (confirming) {
            step = Step.CONFIRM;
        } else if (++attempts >= ATTEMPTS_MAX) {
            end(otherwise);
        } else {
            step = Step.LOCATE;
        }
    }

    private void end(MigrationOutcome how) {
        outcome = how;
        step = Step.DONE;
    }
}
