package io.pragh.core.access;

import io.pragh.core.access.location.CachedLocation;
import io.pragh.core.address.Mix;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.ValueVisitor;
import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.memory.Region;
import io.pragh.core.memory.Words;
import io.pragh.core.store.reclaim.ReaderPins;
import io.pragh.core.store.table.KeyTable;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.ValueHeader;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.LockSupport;

/**
 * GET, one key or many: values in this node's memory are read in place, all others by READs that are posted together. One thread.
 *
 * <p>Cost: nothing over the fabric for values here whose home is here or whose location is cached; one READ for a value elsewhere
 * whose location is cached; one more for each location that is not. READs of one call share round trips.
 */
public final class StoreReader implements AutoCloseable {
    private static final int PENDING_MAX = 256;
    private static final long YIELD_NANOS = 20_000;
    /** No word of a slot: the key is answered by the rounds. */
    private static final long ELSEWHERE = -1;

    private final ReaderContext context;
    private final Endpoint endpoint;
    private final ReaderPins pins;
    private final ReaderPins.Pin pin;
    private final Runnable whileWaiting;
    private final ReadRound round = new ReadRound();
    private final ReadCounters counters = new ReadCounters();
    private final ReadOperation[] pending = new ReadOperation[PENDING_MAX];
    private final CachedLocation cached = new CachedLocation();
    private final int[] homes = new int[PENDING_MAX];
    private final long[] buckets = new long[PENDING_MAX];
    private final long[] words = new long[PENDING_MAX];
    private final long[] states = new long[PENDING_MAX];
    private final int[] lengths = new int[PENDING_MAX];
    private final long leaseNanos;
    private final boolean caching;
    private int pendingCount;

    @SuppressWarnings("UnusedVariable") // written so that the loads before it are not optimized away
    private long touched;

    /** A reader for one thread; {@code whileWaiting} runs while a value is locked by an update that this thread may have to serve. */
    public StoreReader(ReaderContext context, Endpoint endpoint, ReaderPins pins, Runnable whileWaiting) {
        this.context = context;
        this.endpoint = endpoint;
        this.pins = pins;
        this.pin = pins.register();
        this.whileWaiting = whileWaiting;
        this.leaseNanos = context.lease().cacheNanos();
        this.caching = context.options().cacheLocations();
        RemoteTables remote =
                new RemoteTables(endpoint, leaseNanos, context.homes().partitions());
        for (int i = 0; i < PENDING_MAX; i++) {
            pending[i] = new ReadOperation(context, remote, counters);
        }
    }

    /** What this reader has read so far; keeps counting. */
    public ReadCounters counters() {
        return counters;
    }

    /** See {@link io.pragh.core.api.StoreSession#read}. */
    public void read(long[] keys, int from, int count, int bodyBytesMax, ValueVisitor visitor) {
        want(bodyBytesMax, visitor);
        int slice = context.options().batch() ? PENDING_MAX : 1;
        pin.enter();
        try {
            for (int done = 0; done < count; done += slice) {
                begin(keys, from + done, Math.min(count - done, slice), done);
                if (pendingCount > 0) {
                    fetch();
                }
            }
        } finally {
            pin.exit();
        }
    }

    /** Says how much {@link #begin} reads of each value, and who gets it. */
    void want(int bodyBytesMax, ValueVisitor visitor) {
        round.bodyBytesMax = bodyBytesMax;
        round.visitor = visitor;
    }

    /** Answers what lies here; the rest takes rounds of {@link #post} and {@link #complete}. */
    // Four passes over the keys instead of one: the memory accesses of one pass do not depend on each other, so that
    // the processor has many cache misses under way at a time; one key after the other would wait for each of its
    // misses in turn. The first pass only touches: a search branches on what it finds, and a wrong guess would wait
    // for the miss after all.
    void begin(long[] keys, int first, int count, int index) {
        LocalShare share = context.share().get();
        ValueVisitor visitor = round.visitor;
        pendingCount = 0;
        round.beganNanos = Long.MIN_VALUE;
        long all = 0;
        for (int i = 0; i < count; i++) {
            long key = keys[first + i];
            long place = context.homes().place(key);
            int home = (int) (place >>> Mix.BITS);
            homes[i] = home;
            KeyTable table = share.table(home);
            if (table != null) {
                long bucket = table.bucketOf(key, place & Mix.MASK);
                buckets[i] = bucket;
                all ^= table.touch(bucket, key);
            }
        }
        touched = all;
        for (int i = 0; i < count; i++) {
            KeyTable table = share.table(homes[i]);
            long key = keys[first + i];
            words[i] = table != null ? table.addressIn(buckets[i], key) : locate(share, index + i, key);
        }
        for (int i = 0; i < count; i++) {
            lookHere(share, i, words[i]);
        }
        for (int i = 0; i < count; i++) {
            if (words[i] != ELSEWHERE) {
                visitHere(share, index + i, keys[first + i], i, visitor);
            }
        }
    }

    /** The first half of a round: the READs that the pending operations need now, for the caller to execute. */
    Batch post() {
        round.begin(context.clock().nanos());
        for (int i = 0; i < pendingCount; i++) {
            pending[i].post(round);
        }
        return round.batch;
    }

    /** The second half: takes in what the batch has brought, and returns how many operations are left. */
    int complete() {
        round.endedNanos = context.clock().nanos();
        for (int i = 0; i < pendingCount; i++) {
            pending[i].complete(round);
        }
        dropAnswered();
        return pendingCount;
    }

    /** The cached location of another node's key if that is in this node's memory; else leaves the key to the rounds. */
    private long locate(LocalShare share, int index, long key) {
        if (caching && context.cache().find(key, cached)) {
            Region here = share.region(ValueAddress.partition(cached.address));
            if (here != null && ValueAddress.offset(cached.address) < here.bytes()) {
                return cached.address;
            }
            if (here == null && now() - cached.stampNanos < leaseNanos) {
                counters.cacheHits++;
                pending[pendingCount++].beginFetching(index, key, cached.address, cached.stampNanos);
                return ELSEWHERE;
            }
        }
        counters.cacheMisses++;
        pending[pendingCount++].beginLocating(index, key);
        return ELSEWHERE;
    }

    /** Takes state and length of a block in this node's memory; state 0, which no valid block has, for one elsewhere. */
    private void lookHere(LocalShare share, int i, long word) {
        long state = 0;
        if (ValueAddress.isBlock(word)) {
            Region region = share.region(ValueAddress.partition(word));
            long block = ValueAddress.offset(word);
            if (region != null) {
                ByteBuffer segment = region.segment(block);
                int at = region.index(block);
                state = Words.getLongAcquire(segment, at + ValueHeader.STATE_OFFSET);
                lengths[i] = Words.getInt(segment, at + ValueHeader.BODY_BYTES_OFFSET);
            }
        }
        states[i] = state;
    }

    /**
     * Reads a value in this node's own memory. Pinned, so the block outlives the call; needs no lease, because a block whose state
     * word is LIVE or PENDING with the print of this key and address is the current one.
     */
    private void visitHere(LocalShare share, int index, long key, int i, ValueVisitor visitor) {
        long state = states[i];
        long word = words[i];
        boolean ownKey = share.table(homes[i]) != null;
        Region region = share.region(ValueAddress.partition(word));
        if (region == null || (state != StateWord.live(key, word) && state != StateWord.pending(key, word))) {
            notHere(share, index, key, word, ownKey, visitor);
            return;
        }
        if (ownKey) {
            counters.keysLocal++;
        } else {
            counters.cacheHits++;
        }
        counters.valuesLocal++;
        context.recorder().localRead(key);
        int bodyBytes = lengths[i];
        if (bodyBytes == ValueHeader.TOMBSTONE) {
            visitor.absent(index);
        } else {
            visitor.value(index, region, ValueAddress.offset(word) + ValueHeader.LENGTH, bodyBytes);
        }
    }

    private void notHere(LocalShare share, int index, long key, long word, boolean ownKey, ValueVisitor visitor) {
        if (ownKey
                && word == ValueAddress.ABSENT
                && !share.isIncomplete(context.homes().home(key))) {
            counters.keysLocal++;
            visitor.absent(index);
            return;
        }
        if (!ownKey) {
            counters.cacheMisses++;
        }
        pending[pendingCount++].beginLocating(index, key);
    }

    /** Lease checks of one slice share one look at the clock, taken before anything is read. */
    private long now() {
        if (round.beganNanos == Long.MIN_VALUE) {
            round.beganNanos = context.clock().nanos();
        }
        return round.beganNanos;
    }

    /** Rounds of READs until every pending operation is answered. */
    private void fetch() {
        long deadline = 0;
        int idle = 0;
        while (pendingCount > 0) {
            int before = pendingCount;
            Batch batch = post();
            deadline = deadline == 0 ? round.beganNanos + context.options().timeoutNanos() : deadline;
            if (batch.count() > 0) {
                endpoint.execute(batch);
            }
            idle = complete() < before ? 0 : idle + 1;
            if (idle > 2) {
                waitForOthers(idle, deadline);
            }
        }
    }

    private void dropAnswered() {
        for (int i = 0; i < pendingCount; ) {
            if (pending[i].step() == ReadOperation.Step.DONE) {
                pendingCount--;
                ReadOperation answered = pending[i];
                pending[i] = pending[pendingCount];
                pending[pendingCount] = answered;
            } else {
                i++;
            }
        }
    }

    private void waitForOthers(int idle, long deadline) {
        whileWaiting.run();
        if (idle < 64) {
            Thread.onSpinWait();
        } else {
            LockSupport.parkNanos(YIELD_NANOS);
        }
        if (round.endedNanos - deadline > 0) {
            throw new PraghException(
                    "a value could not be read in time: its node cannot be reached, or an update holds it: "
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
