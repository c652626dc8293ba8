package io.pragh.core.access;

import io.pragh.core.access.location.CachedLocation;
import io.pragh.core.access.location.LocationCache;
import io.pragh.core.address.GraphKey;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.LostValueException;
import io.pragh.core.api.SnapshotTooOldException;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.memory.Region;
import io.pragh.core.store.table.Bucket;
import io.pragh.core.store.table.KeyTable;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.Tail;
import io.pragh.core.store.value.ValueHeader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One GET at a snapshot that could not be answered in place: a READ of the home bucket unless the location is known,
 * then a READ of the current block, and one of each older version until one is old enough. Reusable; one thread.
 */
/*
 * Design (paper section 4.1, repaired, and rules 2 to 4 of docs/protocols/transactions.md): an address is stamped
 * before the READ that found it (h4) and its lease is checked again after the block has arrived (h5), so the block
 * cannot have been reused under the READ. A block found by the slot or the cache is judged by its state word. LOCKED
 * means that a commit is between its lock and its publication: a snapshot from before the lock reads the block, a
 * later one looks the slot up again until the new address is there (h3). A block that was reached by following
 * versions is not judged by its state: the block is immutable, and kept for as long as a registered snapshot can see
 * it. Reused memory never shows the same key with the same tag, so a cut chain is noticed.
 */
final class VersionRead {
    /** The steps of a read; every step but DONE costs one READ, or none when the bytes are in this node's memory. */
    enum Step {
        /** Look the slot up: begin with its home bucket. */
        LOCATE,
        /** Continue the search in another bucket. */
        CHAIN,
        /** The address is known: read the block. */
        FETCH,
        /** Answered. */
        DONE
    }

    private static final int NOT_POSTED = -1;
    /** By state of the block: the reason why it was not accepted. */
    private static final List<String> OBSTACLES =
            List.of("free", "another value", "another value", "a commit holds it", "replaced", "moved");

    private final ReaderContext context;
    private final ReadCall call;
    private final RemoteTables tables;
    private final ReadCounters counters;
    private final SlotSearch search;
    private final long leaseNanos;

    private Step step = Step.DONE;
    private int index;
    private long key;
    private int home;
    private long address;
    /**
     * The key's entry in the location cache, where its remote reads are counted; {@link LocationCache#NO_ENTRY} while
     * unknown.
     */
    private int entry = LocationCache.NO_ENTRY;

    private boolean following;
    /** Whether the first bytes of the block were not enough. */
    private boolean whole;
    /** Number of bytes of the block that the last READ fetches. */
    private int readBytes;

    private long stampNanos;
    private int op = NOT_POSTED;
    private Object obstacle = "";

    VersionRead(ReaderContext context, ReadCall call, RemoteTables tables, ReadCounters counters) {
        this.context = context;
        this.call = call;
        this.tables = tables;
        this.counters = counters;
        this.search = new SlotSearch(tables);
        this.leaseNanos = context.lease().cacheNanos();
    }

    /** Begins with a look-up of the slot. */
    void beginLocating(int index, long key) {
        this.index = index;
        this.key = key;
        this.home = context.homes().home(key);
        this.entry = LocationCache.NO_ENTRY;
        this.following = false;
        this.whole = false;
        this.op = NOT_POSTED; // a round may be under way
        this.step = Step.LOCATE;
    }

    /** Begins with a location found earlier. */
    void beginFetching(int index, long key, CachedLocation location) {
        beginLocating(index, key);
        this.address = location.address;
        this.stampNanos = location.stampNanos;
        this.entry = location.entry;
        this.step = Step.FETCH;
    }

    Step step() {
        return step;
    }

    /** Adds this step's READ to the round; answers at once if no READ is needed. */
    void post(ReadRound round) {
        op = NOT_POSTED;
        if (step == Step.LOCATE) {
            locate(round);
        }
        for (Region own = regionHere(); own != null && step == Step.FETCH; own = regionHere()) {
            judge(round, own, ValueAddress.offset(address), true);
            if (step == Step.LOCATE) {
                return; // tried again in the next round
            }
        }
        if (step == Step.CHAIN) {
            op = round.read(home, search.bucket(), Bucket.BYTES);
        } else if (step == Step.FETCH) {
            readBytes = wantedBytes();
            op = round.read(ValueAddress.partition(address), ValueAddress.offset(address), readBytes);
        }
    }

    private int wantedBytes() {
        int all = ValueAddress.blockBytes(address);
        return whole || call.tails.areLikely(all) ? all : Math.min(all, firstBytes());
    }

    private int firstBytes() {
        return (int) Math.min(Integer.MAX_VALUE, (long) ValueHeader.LENGTH + call.bodyBytesMax + 7 & ~7L);
    }

    /** Whether the READ has fetched the whole block. */
    private boolean isRead() {
        return readBytes >= ValueAddress.blockBytes(address);
    }

    private void locate(ReadRound round) {
        following = false;
        stampNanos = round.beganNanos;
        LocalShare share = context.share().get();
        KeyTable own = share.table(home);
        if (own != null) {
            counters.keysLocal++;
            long word = own.addressOf(key);
            if (word == ValueAddress.ABSENT && share.isIncomplete(home)) {
                throw LostValueException.ofHome(home, key);
            }
            take(word, 0);
            return;
        }
        if (search.begin(key, home, stampNanos)) {
            op = round.read(home, search.bucket(), Bucket.BYTES);
        }
    }

    /** This node's memory if it holds the block. */
    private @Nullable Region regionHere() {
        Region own = context.share().get().region(ValueAddress.partition(address));
        return own != null && own.contains(ValueAddress.offset(address), ValueHeader.LENGTH) ? own : null;
    }

    /** Processes the result of this step's READ. */
    void complete(ReadRound round) {
        if (op == NOT_POSTED) {
            return;
        }
        OpStatus status = round.batch.status(op);
        long at = round.batch.localOffset(op);
        if (status != OpStatus.OK) {
            obstacle = status;
            unread(status);
        } else if (step == Step.FETCH) {
            if (!following && round.endedNanos - stampNanos >= leaseNanos) {
                again();
            } else {
                judge(round, round.landing.region(), at, false);
            }
        } else {
            searchBucket(round, at);
        }
    }

    private void unread(OpStatus status) {
        if (following && status == OpStatus.OUT_OF_BOUNDS) {
            throw tooOld();
        }
        if (step != Step.FETCH) {
            search.stale();
        }
        if (!following) {
            again();
        }
    }

    private void searchBucket(ReadRound round, long bucket) {
        counters.keysRemote++;
        switch (search.take(round.landing.region(), bucket, round.endedNanos)) {
            case FOUND -> take(search.word(), search.place());
            case NEXT -> step = Step.CHAIN;
            case STALE -> again();
            case UNKNOWN -> unknown();
        }
    }

    /** Handles a key without a slot; at a home that has lost its table, the key may have had a value. */
    private void unknown() {
        switch (tables.whyUnknown(home)) {
            case ABSENT -> absent();
            case LOST -> throw LostValueException.ofHome(home, key);
            case UNDECIDED -> again();
        }
    }

    /** Continues with the word found in the slot; {@code place} is its {@link SlotSearch#place}. */
    private void take(long word, int place) {
        if (ValueAddress.isBlock(word)) {
            address = ValueAddress.block(word);
            step = Step.FETCH;
            LocalShare share = context.share().get();
            if (share.region(ValueAddress.partition(address)) == null || share.table(home) == null) {
                // also for a key of this node whose value lies elsewhere: its entry counts the remote reads
                entry = context.cache().put(key, address, place, stampNanos);
            }
        } else if (word == ValueAddress.LOST) {
            throw LostValueException.ofValue(key);
        } else if (word == ValueAddress.ABSENT) {
            if (context.share().get().table(home) != null) {
                absent(); // an absent word is reliable at the own home
            } else {
                unknown(); // an insert has made a slot for the key, and does not hold it yet
            }
        } else {
            obstacle =
                    "an insert holds its slot, or its table has grown"; // absent and busy: wait for the insert (rule 4)
            again();
        }
    }

    /** Rules 2 and 3: accepts the version, follows the one before it, or looks the slot up again. */
    private void judge(ReadRound round, Region region, long block, boolean inPlace) {
        long state = region.getLongAcquire(block + ValueHeader.STATE_OFFSET);
        boolean same = region.getLong(block + ValueHeader.KEY_OFFSET) == key
                && region.getInt(block + ValueHeader.TAG_OFFSET) == ValueHeader.tag(address)
                && StateWord.state(state) != StateWord.FREE;
        if (following && (!same || call.expired.getAsBoolean())) {
            throw tooOld();
        }
        if (!same) {
            obstacle = "another value is there";
            again();
            return;
        }
        long version = region.getLong(block + ValueHeader.VERSION_OFFSET);
        int bodyBytes = region.getInt(block + ValueHeader.BODY_BYTES_OFFSET);
        if (version > call.timestamp) {
            follow(round, region.getLong(block + ValueHeader.PREVIOUS_OFFSET));
        } else if (following || isSeen(state, call.timestamp)) {
            int entries = StateWord.entries(state);
            boolean wasRead = inPlace || isRead();
            Tail tail = wasRead
                    ? Tail.of(region, block, bodyBytes, entries)
                    : Tail.unread(region, block, bodyBytes, entries);
            accept(region, block, tail, inPlace);
        } else {
            obstacle = OBSTACLES.get(StateWord.state(state));
            again();
        }
    }

    private boolean isSeen(long state, long timestamp) {
        return switch (StateWord.state(state)) {
            case StateWord.LIVE, StateWord.PENDING -> StateWord.isOf(state, key, address);
            case StateWord.LOCKED -> timestamp <= StateWord.timestamp(state);
            case StateWord.SUPERSEDED -> timestamp < StateWord.timestamp(state);
            default -> false;
        };
    }

    private void follow(ReadRound round, long previous) {
        if (previous
                == ValueAddress.LOST) { // written anew over what had died with a node: that had been there, or perhaps
            throw LostValueException.ofValue(key);
        }
        if (!ValueAddress.isBlock(previous)) {
            absent();
            return;
        }
        following = true;
        round.isFollowed = true;
        address = ValueAddress.block(previous);
        whole = false;
        step = Step.FETCH;
    }

    private void accept(Region region, long block, Tail tail, boolean inPlace) {
        int bodyBytes = region.getInt(block + ValueHeader.BODY_BYTES_OFFSET);
        Tail seen = tail;
        boolean isTailWanted = tail.count() > 0 && !call.isCovered(region, block + ValueHeader.LENGTH, bodyBytes);
        if (!inPlace && !whole && firstBytes() < ValueAddress.blockBytes(address)) {
            call.tails.seen(isTailWanted);
        }
        if (isTailWanted) {
            if (!inPlace && !isRead()) {
                whole = true; // the entries lie at the end
                return;
            }
            seen = tail.seenAt(call.timestamp);
            if (seen == null) {
                obstacle = "entries are on their way"; // the READ met an append: its words may come in any order
                counters.retries++;
                return;
            }
        }
        if (inPlace) {
            counters.valuesLocal++;
            context.recorder().localRead(key);
        } else {
            counters.valuesRemote++;
            context.recorder().remoteRead(key, address, entry);
        }
        if (bodyBytes == ValueHeader.TOMBSTONE) {
            absent();
        } else {
            step = Step.DONE;
            long version = region.getLong(block + ValueHeader.VERSION_OFFSET);
            call.value(index, version, seen, block + ValueHeader.LENGTH, bodyBytes);
        }
    }

    private void absent() {
        step = Step.DONE;
        call.absent(index);
    }

    private void again() {
        counters.retries++;
        context.cache().drop(key, address);
        entry = LocationCache.NO_ENTRY;
        following = false;
        whole = false;
        step = Step.LOCATE;
    }

    private SnapshotTooOldException tooOld() {
        return new SnapshotTooOldException(
                "the version that this snapshot sees is not kept any more; begin again: key=" + GraphKey.show(key));
    }

    /** For messages: the obstacle that the read waits for. */
    String show() {
        return step + " key=" + GraphKey.show(key) + " home=" + home + " address=" + ValueAddress.show(address)
                + " obstacle=" + obstacle;
    }
}
