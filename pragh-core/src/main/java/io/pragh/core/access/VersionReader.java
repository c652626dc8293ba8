package io.pragh.core.access;

import io.pragh.core.access.location.CachedLocation;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.SnapshotTooOldException;
import io.pragh.core.api.ValueVisitor;
import io.pragh.core.base.UnavailableException;
import io.pragh.core.base.Waiting;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.memory.Region;
import io.pragh.core.store.reclaim.ReaderPins;
import io.pragh.core.store.value.Edition;
import io.pragh.core.store.value.Tail;
import io.pragh.core.store.value.ValueHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;

/**
 * GET: reads the versions of one or many keys that a snapshot sees. A value whose current version is here and old
 * enough is read in place. READs for all other values are posted together, and are under way while the local values
 * are visited. One thread.
 *
 * <p>Cost: nothing over the fabric for values here whose home is here or whose location is cached; one READ for a
 * value elsewhere whose location is cached; one more for each location that is not, and for every version that is
 * newer than the snapshot. READs of one call share round trips.
 */
public final class VersionReader implements AutoCloseable {
    /** The timestamp of a read of the latest committed values; no commit has a greater one. */
    public static final long NOW = Long.MAX_VALUE;

    /** Number of keys that are looked up at a time: a slice. */
    private static final int PENDING_MAX = 256;
    /** Number of slices whose READs may be under way at a time. */
    static final int FLIGHTS = 4;

    private static final long UNTIMED = Long.MIN_VALUE;

    private final ReaderContext context;
    private final Endpoint endpoint;
    private final ReaderPins pins;
    private final ReaderPins.Pin pin;
    private final Runnable whileWaiting;
    private final ReadCounters counters = new ReadCounters();
    private final ReadCall call;
    private final RemoteTables remote;
    private final RollReads rolls;
    private final HomeScan scans;
    /** Created as calls need them; most calls need only the first. */
    private final List<ReadFlight> flights = new ArrayList<>();

    private final CachedLocation cached = new CachedLocation();
    private final LocalLookup remembered;
    private final LocalLookup found;
    private final int[] here = new int[PENDING_MAX];
    private final long[] restKeys = new long[PENDING_MAX];
    private final int[] restIndexes = new int[PENDING_MAX];
    private final long leaseNanos;
    private final boolean caching;
    private int hereCount;
    private int restCount;
    /** The flight of the slice that is being looked up; beside it, its index. */
    private ReadFlight flight;

    private int turn;
    private boolean askedNewest;
    private boolean newest;

    /**
     * Creates a reader for one thread; {@code whileWaiting} runs while a value is locked by a commit that this thread
     * may have to serve.
     */
    public VersionReader(ReaderContext context, Endpoint endpoint, ReaderPins pins, Runnable whileWaiting) {
        this.context = context;
        this.endpoint = endpoint;
        this.pins = pins;
        this.pin = pins.register();
        this.call = new ReadCall(counters, context.appends());
        this.whileWaiting = whileWaiting;
        Lookaside lookaside = new Lookaside();
        this.remembered = new LocalLookup(context.homes(), lookaside, PENDING_MAX);
        this.found = new LocalLookup(context.homes(), lookaside, PENDING_MAX);
        this.leaseNanos = context.lease().cacheNanos();
        this.caching = context.options().cacheLocations();
        this.remote = new RemoteTables(endpoint, leaseNanos, context.homes().partitions());
        this.rolls = new RollReads(context, endpoint, whileWaiting);
        this.scans = new HomeScan(context, this, pin, counters, lookaside);
        this.flight = newFlight();
        flights.add(flight);
    }

    /**
     * Changes whenever a member was lost, possibly with values, so that remembered facts about values may be
     * obsolete.
     */
    public int generation() {
        return context.cache().generation();
    }

    /** Member counts of rolls, read through the same endpoint. */
    public RollReads rolls() {
        return rolls;
    }

    /** Scans of values whose home is this node. */
    public HomeScan scans() {
        return scans;
    }

    /** Counts of this reader's reads; they keep growing. */
    public ReadCounters counters() {
        return counters;
    }

    /** Reads the latest committed values; see {@link io.pragh.core.api.ValueReader#read}. */
    public void read(long[] keys, int from, int count, int bodyBytesMax, ValueVisitor visitor) {
        read(keys, from, count, bodyBytesMax, NOW, () -> false, visitor);
    }

    /**
     * Reads the versions at or below a timestamp, which was taken before this call. {@code expired} says whether the
     * snapshot has lost its registration; then throws {@link SnapshotTooOldException}. A {@link VersionVisitor}
     * receives the versions as well.
     */
    public void read(
            long[] keys,
            int from,
            int count,
            int bodyBytesMax,
            long timestamp,
            BooleanSupplier expired,
            ValueVisitor visitor) {
        want(bodyBytesMax, timestamp, expired, visitor);
        long callNanos = counters.call(count) ? context.clock().nanos() : UNTIMED;
        int slice = context.options().batch() ? PENDING_MAX : 1;
        int depth = context.options().batch() ? FLIGHTS : 1;
        pin.enter();
        try {
            if (expired.getAsBoolean()) { // while pinned: the versions seen now stay until this call ends
                throw SnapshotTooOldException.expired();
            }
            for (int done = 0; done < count; done += slice) {
                free(depth);
                LocalShare share = context.share().get();
                find(share, keys, from + done, Math.min(count - done, slice), done);
                send(flight);
                visitHere(share, keys, from + done, done);
                send(flight);
            }
            land();
        } finally {
            awaitAll(); // a visitor may have thrown; but posted READs belong to the fabric until they are complete
            pin.exit();
        }
        if (callNanos != UNTIMED) {
            counters.latency.record(context.clock().nanos() - callNanos);
        }
    }

    /** Completes rounds until every read is answered. */
    private void land() {
        boolean left = true;
        while (left) {
            left = false;
            for (int i = 0; i < flights.size(); i++) {
                getOn(flights.get(i));
                left |= flights.get(i).count() > 0;
            }
        }
    }

    private void awaitAll() {
        for (int i = 0; i < flights.size(); i++) {
            flights.get(i).await(endpoint);
            flights.get(i).begin();
        }
    }

    /** Sets snapshot and visitor for {@link #begin}. */
    void want(int bodyBytesMax, long timestamp, BooleanSupplier expired, ValueVisitor visitor) {
        call.begin(bodyBytesMax, timestamp, expired, visitor);
    }

    /** Answers the keys whose values are here; the others take rounds of {@link #post} and {@link #complete}. */
    void begin(long[] keys, int first, int count, int index) {
        LocalShare share = context.share().get();
        find(share, keys, first, count, index);
        visitHere(share, keys, first, index);
    }

    /** Finds the values that lie here, and adds reads for those that lie elsewhere. */
    private void find(LocalShare share, long[] keys, int first, int count, int index) {
        flight.begin();
        hereCount = 0;
        restCount = 0;
        if (caching) {
            remembered.recall(context.cache().generation(), keys, first, count);
            remembered.readHeaders(share, count);
            sortOut(keys, first, count, index);
        } else {
            leave(keys, first, count, index);
        }
        if (restCount > 0) {
            if (found.findSlots(share, restKeys, restCount) > 0) {
                locate(share, restCount);
            }
            found.readHeaders(share, restCount);
        }
    }

    private void leave(long[] keys, int first, int count, int index) {
        for (int i = 0; i < count; i++) {
            restKeys[i] = keys[first + i];
            restIndexes[i] = index + i;
        }
        restCount = count;
    }

    /** Separates the keys whose values are still where this reader read them last from all others. */
    private void sortOut(long[] keys, int first, int count, int index) {
        for (int i = 0; i < count; i++) {
            long key = keys[first + i];
            if (isSeen(remembered, i, key)) {
                here[hereCount++] = i;
            } else {
                restKeys[restCount] = key;
                restIndexes[restCount++] = index + i;
            }
        }
    }

    /** Whether the current version is here and the snapshot sees it. */
    private boolean isSeen(LocalLookup local, int i, long key) {
        return local.isHere(i, key) && local.version(i) <= call.timestamp;
    }

    private void visitHere(LocalShare share, long[] keys, int first, int index) {
        askedNewest = false;
        if (hereCount > 0) {
            visitRemembered(share, keys, first, index);
        }
        if (restCount > 0) {
            visitFound(share, restCount);
        }
    }

    private void visitRemembered(LocalShare share, long[] keys, int first, int index) {
        AccessRecorder recorder = context.recorder();
        int located = 0;
        for (int j = 0; j < hereCount; j++) {
            int i = here[j];
            located += ValueAddress.isBusy(remembered.word(i)) ? 1 : 0;
            recorder.localRead(keys[first + i]);
            visit(share, remembered, i, index + i);
        }
        count(hereCount, located);
    }

    private void count(int read, int located) {
        counters.valuesLocal += read;
        counters.cacheHits += located;
        counters.keysLocal += read - located;
    }

    private void visit(LocalShare share, LocalLookup local, int i, int index) {
        long word = local.word(i);
        Region region = Objects.requireNonNull(share.region(ValueAddress.partition(word)));
        int bodyBytes = local.bodyBytes(i);
        if (bodyBytes == ValueHeader.TOMBSTONE) {
            call.absent(index);
        } else if (local.entries(i) == 0) {
            long edition = Edition.of(local.version(i), 0);
            call.value(index, edition, region, ValueAddress.offset(word) + ValueHeader.LENGTH, bodyBytes);
        } else {
            long body = ValueAddress.offset(word) + ValueHeader.LENGTH;
            Tail seen = isNewest(share)
                    ? Tail.unseen(region, ValueAddress.offset(word), bodyBytes, local.entries(i))
                    : seen(region, word, bodyBytes, local.entries(i));
            call.value(index, local.version(i), seen, body, bodyBytes);
        }
    }

    private Tail seen(Region region, long word, int bodyBytes, int entries) {
        Tail tail = Tail.of(region, ValueAddress.offset(word), bodyBytes, entries);
        // all records were written before the state word that counts them, each by a later commit than the one before
        boolean all = tail.lastTimestamp() <= call.timestamp
                || call.isCovered(region, ValueAddress.offset(word) + ValueHeader.LENGTH, bodyBytes);
        return all ? tail : Objects.requireNonNull(tail.seenAt(call.timestamp));
    }

    /**
     * Whether the snapshot sees every commit up to the time when the headers were read, so that the timestamps of
     * entries need no check: that is so when T is in this node's memory and not above the snapshot. T is loaded after
     * the headers: commits whose entries the headers count had taken their W before. The share is checked once more
     * after that, because T continues on another node only when its partition has left the share.
     */
    private boolean isNewest(LocalShare share) {
        if (!askedNewest) {
            askedNewest = true;
            newest = share.timestamp() <= call.timestamp && context.share().get() == share;
        }
        return newest;
    }

    /** The first half of a round: the READs that the pending reads need now, for the caller to execute. */
    Batch post() {
        return flight.post().batch;
    }

    /** The second half of a round: processes the results, and returns the number of reads that are left. */
    int complete() {
        flight.complete();
        return flight.count();
    }

    /**
     * Looks up the cached locations of other nodes' keys. Those in this node's memory are set; the other keys are
     * left to the rounds.
     */
    private void locate(LocalShare share, int count) {
        for (int i = 0; i < count; i++) {
            if (found.word(i) == LocalLookup.ELSEWHERE) {
                found.setWord(i, locate(share, restIndexes[i], restKeys[i]));
            }
        }
    }

    private long locate(LocalShare share, int index, long key) {
        if (caching && context.cache().find(key, cached)) {
            Region own = share.region(ValueAddress.partition(cached.address));
            if (own != null && own.contains(ValueAddress.offset(cached.address), ValueHeader.LENGTH)) {
                return cached.address;
            }
            if (own == null && flight.now() - cached.stampNanos < leaseNanos) {
                counters.cacheHits++;
                flight.fetch(index, key, cached);
                return LocalLookup.ELSEWHERE;
            }
        }
        if (caching) { // without caching there are no misses to count
            counters.cacheMisses++;
        }
        flight.locate(index, key);
        return LocalLookup.ELSEWHERE;
    }

    /**
     * Visits values in this node's own memory. The reader is pinned, so a block outlives the call. No lease is
     * needed, because a block whose state word is LIVE or PENDING with the print of this key and address is the
     * current one.
     */
    private void visitFound(LocalShare share, int count) {
        AccessRecorder recorder = context.recorder();
        int read = 0;
        int located = 0;
        for (int i = 0; i < count; i++) {
            long key = restKeys[i];
            if (isSeen(found, i, key)) {
                boolean ownKey = share.table(found.home(i)) != null;
                read++;
                located += ownKey ? 0 : 1;
                if (caching) {
                    found.remember(i, key, ownKey);
                }
                recorder.localRead(key);
                visit(share, found, i, restIndexes[i]);
            } else if (found.word(i) != LocalLookup.ELSEWHERE) {
                notHere(share, i, restIndexes[i], key);
            }
        }
        count(read, located);
    }

    private void notHere(LocalShare share, int i, int index, long key) {
        int home = found.home(i);
        if (share.table(home) == null) {
            counters.cacheMisses++;
        } else if (found.word(i) == ValueAddress.ABSENT && !share.isIncomplete(home)) {
            counters.keysLocal++;
            call.absent(index);
            return;
        }
        flight.locate(index, key);
    }

    /**
     * Makes a flight current that has no unanswered reads, among the first {@code depth}; advances them in turn until
     * there is one.
     */
    private void free(int depth) {
        while (flight.count() > 0) {
            turn = turn + 1 < depth ? turn + 1 : 0;
            if (turn == flights.size()) {
                flights.add(newFlight());
            }
            flight = flights.get(turn);
            getOn(flight);
        }
    }

    private ReadFlight newFlight() {
        return new ReadFlight(context.clock(), () -> new VersionRead(context, call, remote, counters));
    }

    /** Completes a round, and begins the next one if reads are left. */
    private void getOn(ReadFlight next) {
        if (next.count() == 0) {
            return;
        }
        send(next);
        next.await(endpoint);
        next.idleRounds = next.complete() ? 0 : next.idleRounds + 1;
        if (next.idleRounds > 2) {
            long now = context.running().nanos();
            next.deadlineNanos =
                    next.deadlineNanos == 0 ? now + context.options().timeoutNanos() : next.deadlineNanos;
            waitForOthers(next, now - next.deadlineNanos > 0);
        }
        send(next);
    }

    private void send(ReadFlight next) {
        if (next.count() > 0 && next.send(endpoint)) {
            counters.rounds++;
        }
    }

    private void waitForOthers(ReadFlight next, boolean late) {
        whileWaiting.run();
        Waiting.afterLooks(next.idleRounds);
        // a read that has just found its slot is not given up: the unreachable node is back
        if (late && next.first().step() == VersionRead.Step.LOCATE) {
            throw new UnavailableException(
                    "a value could not be read in time: its node cannot be reached, or a commit holds it: "
                            + next.first().show());
        }
    }

    @Override
    public void close() {
        endpoint.close();
        pins.unregister(pin);
    }
}
