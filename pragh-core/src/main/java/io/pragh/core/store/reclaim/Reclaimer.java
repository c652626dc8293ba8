package io.pragh.core.store.reclaim;

import io.pragh.core.address.ValueAddress;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.memory.Region;
import io.pragh.core.store.value.BlockAllocator;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.ValueHeader;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Frees the retired blocks of one partition when nobody can look at them any more. Any thread.
 *
 * <p>Retiring is idempotent: recovery and a writer that was only slow may both retire a block. A block is freed only while its tag
 * is that of the address retired and its state says that it has been replaced or moved; an address that is queued twice therefore
 * finds FREE or another tag the second time.
 */
public final class Reclaimer {
    private static final int WORDS = 3; // address, nanoseconds, epoch
    private static final long NOT_ENDED = Long.MAX_VALUE;

    private final Region region;
    private final BlockAllocator blocks;
    private final ReaderPins pins;
    private final RetireRings rings;
    private final long restNanos;
    private final LongSupplier horizon;
    private final ArrayDeque<Retained> retained = new ArrayDeque<>();
    private final ArrayDeque<Retained> leaving = new ArrayDeque<>();

    private final LongConsumer drained = this::addDrained; // made once: run is called all the time
    private long drainedNanos;
    private long[] limbo = new long[WORDS * 256];
    private int head;
    private int count;
    private long restingBytes;

    /** A replaced version that has rested, and until when it is kept: a timestamp of snapshots, or an epoch of pins. */
    private record Retained(long address, long until) {}

    /** A reclaimer for the blocks of one partition when there are no snapshots. */
    public Reclaimer(Region region, BlockAllocator blocks, ReaderPins pins, RetireRings rings, LeasePolicy lease) {
        this(region, blocks, pins, rings, lease, () -> Long.MAX_VALUE);
    }

    /** A reclaimer for the blocks of one partition; no snapshot is open below the horizon. */
    public Reclaimer(
            Region region,
            BlockAllocator blocks,
            ReaderPins pins,
            RetireRings rings,
            LeasePolicy lease,
            LongSupplier horizon) {
        this.horizon = horizon;
        this.region = region;
        this.blocks = blocks;
        this.pins = pins;
        this.rings = rings;
        this.restNanos = lease.reclaimNanos();
    }

    /** Retires a block of this partition: it is already marked as replaced or moved, and its slot has another address. */
    public synchronized void retire(long address, long nowNanos) {
        add(ValueAddress.withoutBusy(address), nowNanos, pins.advance());
    }

    /** Takes what others have retired, and frees what has rested long enough. Returns how many blocks were freed. */
    public synchronized int run(long nowNanos) {
        int before = count;
        drainedNanos = nowNanos;
        rings.drain(drained);
        if (count > before) {
            // the epoch must end after the addresses were seen: who pins between the two may have read a slot before it
            // changed
            long epoch = pins.advance();
            for (int i = before; i < count; i++) {
                limbo[(head + i) % (limbo.length / WORDS) * WORDS + 2] = epoch;
            }
        }
        long oldestSnapshot = horizon.getAsLong();
        long oldest = pins.oldest();
        int freed = 0;
        while (count > 0) {
            long address = limbo[head * WORDS];
            if (nowNanos - limbo[head * WORDS + 1] < restNanos || limbo[head * WORDS + 2] >= oldest) {
                break;
            }
            head = (head + 1) % (limbo.length / WORDS);
            count--;
            long supersededAt = isRetired(address) ? supersededAt(address) : 0;
            if (supersededAt > 0 && oldestSnapshot != Long.MAX_VALUE) {
                retained.add(new Retained(address, supersededAt));
                continue;
            }
            restingBytes -= ValueAddress.blockBytes(address);
            if (isRetired(address)) {
                blocks.free(ValueAddress.offset(address));
                freed++;
            }
        }
        return freed + freeBelow(oldestSnapshot);
    }

    /**
     * Frees what no snapshot sees any more. In the order of retirement, which is nearly that of timestamps: a version may wait a little
     * longer than it must. A reader that was pinned while the version could still be seen may be looking at it.
     */
    private int freeBelow(long oldestSnapshot) {
        while (!retained.isEmpty() && retained.peek().until <= oldestSnapshot) {
            leaving.add(new Retained(retained.remove().address, pins.advance()));
        }
        long oldest = pins.oldest();
        int freed = 0;
        while (!leaving.isEmpty() && leaving.peek().until < oldest) {
            long address = leaving.remove().address;
            restingBytes -= ValueAddress.blockBytes(address);
            if (isRetired(address)) {
                blocks.free(ValueAddress.offset(address));
                freed++;
            }
        }
        return freed;
    }

    private void addDrained(long address) {
        add(address, drainedNanos, NOT_ENDED);
    }

    /** The successor's timestamp of a replaced version; 0 for a block that moved, which no snapshot needs. */
    private long supersededAt(long address) {
        long word = region.getLongAcquire(ValueAddress.offset(address) + ValueHeader.STATE_OFFSET);
        return StateWord.state(word) == StateWord.SUPERSEDED ? StateWord.timestamp(word) : 0;
    }

    private boolean isRetired(long address) {
        long block = ValueAddress.offset(address);
        if (!region.contains(block, ValueHeader.LENGTH)) {
            return false; // an address of the partition's former life
        }
        int state = StateWord.state(region.getLongAcquire(block + ValueHeader.STATE_OFFSET));
        return (state == StateWord.MOVED || state == StateWord.SUPERSEDED)
                && region.getInt(block + ValueHeader.TAG_OFFSET) == ValueHeader.tag(address);
    }

    private void add(long address, long nowNanos, long epoch) {
        int capacity = limbo.length / WORDS;
        if (count == capacity) {
            long[] larger = Arrays.copyOf(limbo, limbo.length * 2);
            // unroll the ring: entries from head to the end first
            System.arraycopy(limbo, head * WORDS, larger, 0, (capacity - head) * WORDS);
            System.arraycopy(limbo, 0, larger, (capacity - head) * WORDS, head * WORDS);
            limbo = larger;
            head = 0;
            capacity *= 2;
        }
        int at = (head + count) % capacity * WORDS;
        limbo[at] = address;
        limbo[at + 1] = nowNanos;
        limbo[at + 2] = epoch;
        count++;
        restingBytes += ValueAddress.blockBytes(address);
    }

    /** Addresses of the blocks that wait for their time: a copy, for those who look for blocks that nobody has retired. */
    public synchronized Set<Long> restingAddresses() {
        Set<Long> addresses = new HashSet<>(count * 2);
        for (int i = 0; i < count; i++) {
            addresses.add(limbo[(head + i) % (limbo.length / WORDS) * WORDS]);
        }
        retained.forEach(r -> addresses.add(r.address));
        leaving.forEach(r -> addresses.add(r.address));
        return addresses;
    }

    /** Blocks that wait for their time. */
    public synchronized int resting() {
        return count + retained.size() + leaving.size();
    }

    /** Bytes of them. */
    public synchronized long restingBytes() {
        return restingBytes;
    }
}
