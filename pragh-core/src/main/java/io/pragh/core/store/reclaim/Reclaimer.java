package io.pragh.core.store.reclaim;

import io.pragh.core.address.ValueAddress;
import io.pragh.core.memory.Region;
import io.pragh.core.store.value.BlockAllocator;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.ValueHeader;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Frees the retired blocks of one partition when no reader can use them any more. Any thread.
 *
 * <p>Retiring is idempotent: recovery and a writer that was only slow may both retire a block. A block is freed only
 * while its tag is that of the retired address and its state word says that it was replaced or moved. An address that
 * is queued twice therefore finds FREE or another tag the second time.
 */
public final class Reclaimer {
    private static final long NOT_ENDED = Long.MAX_VALUE;

    private final Region region;
    private final BlockAllocator blocks;
    private final ReaderPins pins;
    private final RetireRings rings;
    private final long restNanos;
    private final LongSupplier horizon;
    /** Retired blocks, by address: when they were retired, and the epoch of pins that has to end. */
    private final RetiredQueue limbo = new RetiredQueue();
    /** Replaced versions that have rested, by address: the timestamp up to which snapshots see them. */
    private final RetiredQueue retained = new RetiredQueue();
    /** Versions that no snapshot sees any more, by address: the epoch of pins that has to end. */
    private final RetiredQueue leaving = new RetiredQueue();

    private final LongConsumer drained = this::addDrained; // made once, because run is called often
    private long drainedNanos;
    private long restingBytes;

    /**
     * A reclaimer for the blocks of one partition.
     *
     * @param restNanos how long a block rests for the sake of readers on other nodes
     * @param horizon timestamp below which no snapshot is open
     */
    public Reclaimer(
            Region region,
            BlockAllocator blocks,
            ReaderPins pins,
            RetireRings rings,
            long restNanos,
            LongSupplier horizon) {
        this.horizon = horizon;
        this.region = region;
        this.blocks = blocks;
        this.pins = pins;
        this.rings = rings;
        this.restNanos = restNanos;
    }

    /**
     * Retires a block of this partition, which is already marked as replaced or moved, and whose slot has another
     * address.
     */
    public synchronized void retire(long address, long nowNanos) {
        add(address, nowNanos, pins.advance());
    }

    /**
     * Takes the addresses that other nodes have retired, and frees blocks that have rested long enough. Returns the
     * number of freed blocks.
     */
    public synchronized int run(long nowNanos) {
        int before = limbo.size();
        drainedNanos = nowNanos;
        rings.drain(drained);
        if (limbo.size() > before) {
            // The epoch must end after the addresses were seen: a reader that pins in between may have read a slot
            // before it changed.
            long epoch = pins.advance();
            for (int i = before; i < limbo.size(); i++) {
                limbo.second(i, epoch);
            }
        }
        long oldestSnapshot = horizon.getAsLong();
        long oldest = pins.oldest();
        int freed = 0;
        while (!limbo.isEmpty() && nowNanos - limbo.first() >= restNanos && limbo.second() < oldest) {
            long address = limbo.address();
            limbo.remove();
            long supersededAt = supersededAt(address);
            if (supersededAt > 0 && oldestSnapshot != Long.MAX_VALUE) {
                retained.add(address, supersededAt, 0);
            } else {
                freed += free(address);
            }
        }
        return freed + freeBelow(oldestSnapshot);
    }

    /**
     * Frees versions that no snapshot sees any more, in the order of retirement. That is nearly the order of
     * timestamps, so a version may wait a little longer than it must. A reader that was pinned while a snapshot could
     * see the version may still be looking at it.
     */
    private int freeBelow(long oldestSnapshot) {
        if (!retained.isEmpty() && retained.first() <= oldestSnapshot) {
            long epoch = pins.advance();
            while (!retained.isEmpty() && retained.first() <= oldestSnapshot) {
                leaving.add(retained.address(), epoch, 0);
                retained.remove();
            }
        }
        int freed = 0;
        long oldest = leaving.isEmpty() ? 0 : pins.oldest();
        while (!leaving.isEmpty() && leaving.first() < oldest) {
            long address = leaving.address();
            leaving.remove();
            freed += free(address);
        }
        return freed;
    }

    private int free(long address) {
        restingBytes -= ValueAddress.blockBytes(address);
        if (!isRetired(address)) {
            return 0;
        }
        blocks.free(ValueAddress.offset(address));
        return 1;
    }

    private void addDrained(long address) {
        add(address, drainedNanos, NOT_ENDED);
    }

    /**
     * The successor's timestamp of a replaced version; 0 for a block that moved, which no snapshot needs, or that
     * does not exist any more.
     */
    private long supersededAt(long address) {
        if (!isRetired(address)) {
            return 0;
        }
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

    private void add(long word, long nowNanos, long epoch) {
        long address = ValueAddress.block(word);
        limbo.add(address, nowNanos, epoch);
        restingBytes += ValueAddress.blockBytes(address);
    }

    /**
     * Addresses of the waiting blocks, as a copy: the sweep of recovery tells them from blocks that were never
     * retired.
     */
    public synchronized Set<Long> restingAddresses() {
        Set<Long> addresses = new HashSet<>(resting() * 2);
        limbo.forEachAddress(addresses::add);
        retained.forEachAddress(addresses::add);
        leaving.forEachAddress(addresses::add);
        return addresses;
    }

    /** The number of waiting blocks. */
    public synchronized int resting() {
        return limbo.size() + retained.size() + leaving.size();
    }

    /** The bytes of the waiting blocks. */
    public synchronized long restingBytes() {
        return restingBytes;
    }
}
