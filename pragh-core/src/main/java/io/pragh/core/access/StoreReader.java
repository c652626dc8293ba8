package io.pragh.core.access;

import io.pragh.core.access.location.CachedLocation;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.ValueVisitor;
import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.memory.Region;
import io.pragh.core.store.reclaim.ReaderPins;
import io.pragh.core.store.table.KeyTable;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.ValueHeader;
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

    private final ReaderContext context;
    private final Endpoint endpoint;
    private final ReaderPins pins;
    private final ReaderPins.Pin pin;
    private final Runnable whileWaiting;
    private final ReadRound round = new ReadRound();
    private final ReadCounters counters = new ReadCounters();
    private final ReadOperation[] pending = new ReadOperation[PENDING_MAX];
    private final CachedLocation cached = new CachedLocation();
    private final long leaseNanos;
    private final boolean caching;
    private int pendingCount;

    /** A reader for one thread; {@code whileWaiting} runs while a value is locked by an update that this thread may have to serve. */
    public StoreReader(ReaderContext context, Endpoint endpoint, ReaderPins pins, Runnable whileWaiting) {
        this.context = context;
        this.endpoint = endpoint;
        this.pins = pins;
        this.pin = pins.register();
        this.whileWaiting = whileWaiting;
        this.leaseNanos = context.lease().cacheNanos();
        this.caching = context.options().cacheLocations();
        RemoteTables tables =
                new RemoteTables(endpoint, leaseNanos, context.homes().partitions());
        for (int i = 0; i < PENDING_MAX; i++) {
            pending[i] = new ReadOperation(context, tables, counters);
        }
    }

    /** What this reader has read so far; keeps counting. */
    public ReadCounters counters() {
        return counters;
    }

    /** See {@link io.pragh.core.api.StoreSession#read}. */
    public void read(long[] keys, int from, int count, int bodyBytesMax, ValueVisitor visitor) {
        round.bodyBytesMax = bodyBytesMax;
        round.visitor = visitor;
        int slice = context.options().batch() ? PENDING_MAX : 1;
        LocalShare share = context.share().get();
        pin.enter();
        try {
            for (int done = 0; done < count; done += slice) {
                int end = Math.min(count, done + slice);
                pendingCount = 0;
                round.beganNanos = Long.MIN_VALUE;
                for (int i = done; i < end; i++) {
                    readHere(share, i, keys[from + i], visitor);
                }
                if (pendingCount > 0) {
                    fetch();
                }
            }
        } finally {
            pin.exit();
        }
    }

    /** Answers from this node's memory, or leaves the key to {@link #fetch}. */
    private void readHere(LocalShare share, int index, long key, ValueVisitor visitor) {
        KeyTable table = share.table(context.homes().home(key));
        if (table != null) {
            long word = table.addressOf(key);
            if (word == ValueAddress.ABSENT) {
                counters.keysLocal++;
                visitor.absent(index);
            } else if (visitInPlace(share, index, key, word, visitor)) {
                counters.keysLocal++;
            } else {
                pending[pendingCount++].beginLocating(index, key);
            }
            return;
        }
        if (caching && context.cache().find(key, cached)) {
            if (visitInPlace(share, index, key, cached.address, visitor)) {
                counters.cacheHits++;
                return;
            }
            boolean elsewhere = share.region(ValueAddress.partition(cached.address)) == null;
            if (elsewhere && now() - cached.stampNanos < leaseNanos) {
                counters.cacheHits++;
                pending[pendingCount++].beginFetching(index, key, cached.address, cached.stampNanos);
                return;
            }
        }
        counters.cacheMisses++;
        pending[pendingCount++].beginLocating(index, key);
    }

    /**
     * Reads a value in this node's own memory. Pinned, so the block outlives the call; needs no lease, because a block whose state
     * word is LIVE or PENDING with the print of this key and address is the current one.
     */
    private boolean visitInPlace(LocalShare share, int index, long key, long word, ValueVisitor visitor) {
        if (!ValueAddress.isBlock(word)) {
            return false;
        }
        Region region = share.region(ValueAddress.partition(word));
        long block = ValueAddress.offset(word);
        if (region == null || block >= region.bytes()) {
            return false;
        }
        long state = region.getLongAcquire(block + ValueHeader.STATE_OFFSET);
        if (state != StateWord.live(key, word) && state != StateWord.pending(key, word)) {
            return false;
        }
        if (region.getLong(block + ValueHeader.KEY_OFFSET) != key) {
            return false;
        }
        counters.valuesLocal++;
        context.recorder().localRead(key);
        int bodyBytes = region.getInt(block + ValueHeader.BODY_BYTES_OFFSET);
        if (bodyBytes == ValueHeader.TOMBSTONE) {
            visitor.absent(index);
        } else {
            visitor.value(index, region, block + ValueHeader.LENGTH, bodyBytes);
        }
        return true;
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
            round.begin(context.clock().nanos());
            deadline = deadline == 0 ? round.beganNanos + context.options().timeoutNanos() : deadline;
            for (int i = 0; i < pendingCount; i++) {
                pending[i].post(round);
            }
            if (round.batch.count() > 0) {
                endpoint.execute(round.batch);
            }
            round.endedNanos = context.clock().nanos();
            for (int i = 0; i < pendingCount; i++) {
                pending[i].complete(round);
            }
            int before = pendingCount;
            dropAnswered();
            idle = pendingCount < before ? 0 : idle + 1;
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
