package io.pragh.core.access;

import io.pragh.core.access.location.CachedLocation;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.SnapshotTooOldException;
import io.pragh.core.api.ValueVisitor;
import io.pragh.core.base.PraghException;
import io.pragh.core.base.Waiting;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.memory.Region;
import io.pragh.core.store.reclaim.ReaderPins;
import io.pragh.core.store.value.ValueHeader;
import java.util.Objects;
import java.util.function.BooleanSupplier;

/**
 * Reads the versions of keys that a snapshot sees. Values whose current version is here and old enough are visited at first sight, as
 * {@link StoreReader} does it; all others take rounds of READs that are posted together. One thread.
 *
 * <p>Cost: as {@link StoreReader}, and one READ more for every version that is newer than the snapshot.
 */
public final class SnapshotReader implements AutoCloseable {
    private static final int PENDING_MAX = 256;
    private static final long UNTIMED = Long.MIN_VALUE;

    private final ReaderContext context;
    private final Endpoint endpoint;
    private final ReaderPins pins;
    private final ReaderPins.Pin pin;
    private final Runnable whileWaiting;
    private final ReadCounters counters = new ReadCounters();
    private final SnapshotRound round = new SnapshotRound(counters);
    private final SnapshotRead[] pending = new SnapshotRead[PENDING_MAX];
    private final CachedLocation cached = new CachedLocation();
    private final LocalLookup local;
    private final int[] here = new int[PENDING_MAX];
    private final long[] restKeys = new long[PENDING_MAX];
    private final int[] restIndexes = new int[PENDING_MAX];
    private final long leaseNanos;
    private int pendingCount;

    /** A reader for one thread; {@code whileWaiting} runs while a value is locked by a commit that this thread may have to serve. */
    public SnapshotReader(ReaderContext context, Endpoint endpoint, ReaderPins pins, Runnable whileWaiting) {
        this.context = context;
        this.endpoint = endpoint;
        this.pins = pins;
        this.pin = pins.register();
        this.whileWaiting = whileWaiting;
        this.local = new LocalLookup(context.homes(), new Lookaside(), PENDING_MAX);
        this.leaseNanos = context.lease().cacheNanos();
        RemoteTables remote =
                new RemoteTables(endpoint, leaseNanos, context.homes().partitions());
        for (int i = 0; i < PENDING_MAX; i++) {
            pending[i] = new SnapshotRead(context, remote, counters);
        }
    }

    /** What this reader has read so far; keeps counting. */
    public ReadCounters counters() {
        return counters;
    }

    /**
     * Reads the versions at or below a timestamp, which was taken before this call. {@code expired} says whether the snapshot has lost
     * its registration; then {@link SnapshotTooOldException}. A {@link VersionVisitor} hears the versions as well.
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
        pin.enter();
        try {
            if (expired.getAsBoolean()) { // asked while pinned: what it sees now stays until this call ends
                throw SnapshotTooOldException.expired();
            }
            for (int done = 0; done < count; done += PENDING_MAX) {
                begin(keys, from + done, Math.min(count - done, PENDING_MAX), done);
                if (pendingCount > 0) {
                    fetch();
                }
            }
        } finally {
            pin.exit();
        }
        if (callNanos != UNTIMED) {
            counters.latency.record(context.clock().nanos() - callNanos);
        }
    }

    /** Says what {@link #begin} reads, and who gets it. */
    void want(int bodyBytesMax, long timestamp, BooleanSupplier expired, ValueVisitor visitor) {
        round.reads.bodyBytesMax = bodyBytesMax;
        round.timestamp = timestamp;
        round.expired = expired;
        round.visitWith(visitor);
    }

    /** Answers what lies here at first sight; the rest takes rounds of {@link #post} and {@link #complete}. */
    void begin(long[] keys, int first, int count, int index) {
        LocalShare share = context.share().get();
        pendingCount = 0;
        round.reads.beganNanos = Long.MIN_VALUE;
        local.recall(context.cache().generation(), keys, first, count);
        local.readHeaders(share, count);
        int rest = visitRemembered(share, keys, first, count, index);
        if (rest > 0) {
            look(share, rest);
        }
    }

    /** Answers keys whose values lie where they lay when this reader read them last; returns how many are left. */
    private int visitRemembered(LocalShare share, long[] keys, int first, int count, int index) {
        int rest = 0;
        int hereCount = 0;
        for (int i = 0; i < count; i++) { // a pass of its own: its branches do not wait for what the visitor loads
            long key = keys[first + i];
            if (isSeen(i, key)) {
                here[hereCount++] = i;
            } else {
                restKeys[rest] = key;
                restIndexes[rest++] = index + i;
            }
        }
        AccessRecorder recorder = context.recorder();
        int located = 0;
        for (int j = 0; j < hereCount; j++) {
            int i = here[j];
            located += ValueAddress.isBusy(local.word(i)) ? 1 : 0;
            recorder.localRead(keys[first + i]);
            visit(share, i, index + i);
        }
        count(hereCount, located);
        return rest;
    }

    /** Whether the current version is here and the snapshot sees it. */
    private boolean isSeen(int i, long key) {
        return local.isHere(i, key) && local.version(i) <= round.timestamp;
    }

    private void count(int read, int located) {
        counters.valuesLocal += read;
        counters.cacheHits += located;
        counters.keysLocal += read - located;
    }

    /** Looks the slots of the other keys up. */
    private void look(LocalShare share, int count) {
        int elsewhere = local.findSlots(share, restKeys, count);
        for (int i = 0; i < count && elsewhere > 0; i++) {
            if (local.word(i) == LocalLookup.ELSEWHERE) {
                local.setWord(i, locate(share, restIndexes[i], restKeys[i]));
                elsewhere--;
            }
        }
        local.readHeaders(share, count);
        AccessRecorder recorder = context.recorder();
        int read = 0;
        int located = 0;
        for (int i = 0; i < count; i++) {
            long key = restKeys[i];
            boolean ownKey = share.table(local.home(i)) != null;
            if (isSeen(i, key)) {
                visit(share, i, restIndexes[i]);
                read++;
                located += ownKey ? 0 : 1;
                local.remember(i, key, ownKey);
                recorder.localRead(key);
            } else if (local.word(i) != LocalLookup.ELSEWHERE) {
                notHere(share, i, key, ownKey);
            }
        }
        count(read, located);
    }

    /** Visits a version that {@link #isSeen}. Pinned, so its block outlives the call. */
    private void visit(LocalShare share, int i, int index) {
        long word = local.word(i);
        Region region = Objects.requireNonNull(share.region(ValueAddress.partition(word)));
        int bodyBytes = local.bodyBytes(i);
        if (bodyBytes == ValueHeader.TOMBSTONE) {
            round.absent(index);
        } else {
            round.value(index, local.version(i), region, ValueAddress.offset(word) + ValueHeader.LENGTH, bodyBytes);
        }
    }

    private void notHere(LocalShare share, int i, long key, boolean ownKey) {
        if (ownKey && local.word(i) == ValueAddress.ABSENT && !share.isIncomplete(local.home(i))) {
            counters.keysLocal++;
            round.absent(restIndexes[i]);
            return;
        }
        pending[pendingCount++].beginLocating(restIndexes[i], key);
    }

    /** The cached location of another node's key if that is in this node's memory; else leaves the key to the rounds. */
    private long locate(LocalShare share, int index, long key) {
        if (context.options().cacheLocations() && context.cache().find(key, cached)) {
            Region here = share.region(ValueAddress.partition(cached.address));
            if (here != null && here.contains(ValueAddress.offset(cached.address), ValueHeader.LENGTH)) {
                return cached.address;
            }
            if (here == null && now() - cached.stampNanos < leaseNanos) {
                counters.cacheHits++;
                pending[pendingCount++].beginFetching(index, key, cached);
                return LocalLookup.ELSEWHERE;
            }
        }
        counters.cacheMisses++;
        pending[pendingCount++].beginLocating(index, key);
        return LocalLookup.ELSEWHERE;
    }

    private long now() {
        if (round.reads.beganNanos == Long.MIN_VALUE) {
            round.reads.beganNanos = context.clock().nanos();
        }
        return round.reads.beganNanos;
    }

    /** The first half of a round: the READs that the pending operations need now. */
    Batch post() {
        round.reads.begin(context.clock().nanos());
        for (int i = 0; i < pendingCount; i++) {
            pending[i].post(round);
        }
        return round.reads.batch;
    }

    /** The second half: takes in what the batch has brought, and returns how many operations are left. */
    int complete() {
        round.reads.endedNanos = context.clock().nanos();
        for (int i = 0; i < pendingCount; i++) {
            pending[i].complete(round);
        }
        for (int i = 0; i < pendingCount; ) {
            if (pending[i].step() == SnapshotRead.Step.DONE) {
                pendingCount--;
                SnapshotRead answered = pending[i];
                pending[i] = pending[pendingCount];
                pending[pendingCount] = answered;
            } else {
                i++;
            }
        }
        return pendingCount;
    }

    private void fetch() {
        long deadline = 0;
        int idle = 0;
        while (pendingCount > 0) {
            int before = pendingCount;
            Batch batch = post();
            if (batch.count() > 0) {
                counters.rounds++;
                endpoint.execute(batch);
            }
            idle = complete() < before ? 0 : idle + 1;
            if (idle > 2) {
                long now = context.running().nanos();
                deadline = deadline == 0 ? now + context.options().timeoutNanos() : deadline;
                waitForOthers(idle, now - deadline > 0);
            }
        }
    }

    private void waitForOthers(int idle, boolean late) {
        whileWaiting.run();
        Waiting.afterLooks(idle);
        // one that has found its slot just now is not given up: who was out of reach is back
        if (late && pending[0].step() == SnapshotRead.Step.LOCATE) {
            throw new PraghException(
                    "a version could not be read in time: its node cannot be reached, or a commit holds it: "
                            + pending[0].show(),
                    null,
                    true);
        }
    }

    @Override
    public void close() {
        endpoint.close();
        pins.unregister(pin);
    }
}
