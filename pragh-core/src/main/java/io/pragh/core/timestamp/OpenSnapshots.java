package io.pragh.core.timestamp;

import io.pragh.core.address.PartitionHeader;
import io.pragh.core.memory.Region;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * The snapshots that are open on one node, and the node's registration: a word that others read, and that is never above a snapshot
 * open here, now or later. Any thread.
 */
// Opening: write the registration x into a slot of one's own, then READ T (rule 1). Raising the registration: READ T as
// t, then look
// at all slots; the new registration is the smallest of t and them. A slot that was filled after it had been looked at
// belongs to a
// snapshot that reads T after t was read, so its R is not below t. The T that cached snapshots use counts as a
// snapshot.
public final class OpenSnapshots {
    private static final long CLOSED = Long.MAX_VALUE;
    private static final long EXPIRED = Long.MAX_VALUE - 1;

    private final Region region;
    private final long retentionNanos;
    private final List<Slot> slots = new CopyOnWriteArrayList<>();
    private final ConcurrentLinkedQueue<Slot> free = new ConcurrentLinkedQueue<>();
    private volatile long registration;
    private volatile long cached;

    /** One open snapshot's mark; one thread at a time. */
    public static final class Slot implements BooleanSupplier {
        private final AtomicLong since = new AtomicLong(CLOSED);
        private volatile long openedNanos;

        /** Whether versions that this snapshot sees may have been freed, because it was open for too long. */
        public boolean expired() {
            return since.get() == EXPIRED;
        }

        /** As {@link #expired}. */
        @Override
        public boolean getAsBoolean() {
            return expired();
        }
    }

    /** The snapshots of a node that registers in the header of one of its partitions; one open for longer expires. */
    public OpenSnapshots(Region registeredIn, long retentionNanos) {
        this.region = registeredIn;
        this.retentionNanos = retentionNanos;
        region.setLongRelease(PartitionHeader.REGISTRATION_OFFSET, 0);
    }

    /** Registers a snapshot; READ T, or take {@link #cached}, after this. */
    public Slot open(long nowNanos) {
        Slot slot = free.poll();
        if (slot == null) {
            slot = new Slot();
            slots.add(slot);
        }
        open(slot, nowNanos);
        return slot;
    }

    /** Registers a snapshot in a slot whose former one has {@link #ended}. */
    public void open(Slot slot, long nowNanos) {
        slot.openedNanos = nowNanos;
        slot.since.set(registration); // volatile: ordered before the READ of T
    }

    /** Ends a snapshot; its slot is its owner's, to open again or to {@link #release}. */
    public void ended(Slot slot) {
        slot.since.setRelease(CLOSED);
    }

    /** Gives a slot back whose snapshot has {@link #ended}; it is not used any more. */
    public void release(Slot slot) {
        free.add(slot);
    }

    /** A T of a moment ago: exact snapshots without a READ; 0 before the first {@link #advance}. */
    public long cached() {
        return cached;
    }

    /** What others may rely on: no snapshot here is below it. */
    public long registration() {
        return registration;
    }

    /** Raises the registration; {@code timestamp} is T, read before this call and after the call before. One thread. */
    public void advance(long timestamp, long nowNanos) {
        long oldest = Math.min(timestamp, cached == 0 ? timestamp : cached);
        for (Slot slot : slots) {
            long since = slot.since.get();
            if (since < EXPIRED && nowNanos - slot.openedNanos > retentionNanos) {
                // false for a slot that was closed and opened again just now: that snapshot begins anew
                since = slot.since.compareAndSet(since, EXPIRED) ? EXPIRED : slot.since.get();
            }
            oldest = Math.min(oldest, since);
        }
        if (oldest > registration) {
            registration = oldest;
            region.setLongRelease(PartitionHeader.REGISTRATION_OFFSET, oldest);
        }
        cached = timestamp;
    }
}
