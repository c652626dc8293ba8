package io.pragh.core.timestamp;

import io.pragh.core.address.PartitionHeader;
import io.pragh.core.base.PraghException;
import io.pragh.core.base.UnavailableException;
import io.pragh.core.memory.Region;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * The open snapshots of one node, and the node's registration: a word that other nodes read, and that is never above
 * a snapshot of this node, open now or later. Any thread.
 */
// Opening: write the registration x into a slot of one's own, then READ T (rule 1). Raising the registration: READ T
// as t, then look at all slots; the new registration is the smallest of t and them. A slot that is filled after the
// look belongs to a snapshot that reads T after t was read, so its R is not below t. The T that cached snapshots use
// counts as a snapshot.
public final class OpenSnapshots {
    /** Upper bound on the time in which a node reads all registrations. */
    public static final long SETTLE_NANOS = 1_000_000_000L;

    private static final long CLOSED = Long.MAX_VALUE;
    private static final long EXPIRED = Long.MAX_VALUE - 1;

    private final List<Place> places = new CopyOnWriteArrayList<>();
    private final long retentionNanos;
    private final List<Slot> slots = new CopyOnWriteArrayList<>();
    private final ConcurrentLinkedQueue<Slot> free = new ConcurrentLinkedQueue<>();
    private volatile long registration;
    private volatile long cached;
    private volatile long era;

    private record Place(Region region, long trustedNanos) {}

    /** The mark of one open snapshot; one thread at a time. */
    public static final class Slot implements BooleanSupplier {
        private final AtomicLong since = new AtomicLong(CLOSED);
        private final AtomicLong openedNanos = new AtomicLong();

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

    /**
     * Creates the snapshots of a node that has no place to register in yet. A snapshot that is open for longer than
     * {@code retentionNanos} may expire.
     */
    public OpenSnapshots(long retentionNanos) {
        this.retentionNanos = retentionNanos;
    }

    /**
     * Registers in the header of one more partition of this node, before other nodes can read it. A node registers in
     * all its partitions, so that the registration stays readable whichever of them goes to another node.
     *
     * @param trustedNanos the time from which this place may replace the node's other places: {@link #SETTLE_NANOS}
     *     from now when the partition was readable at another node before
     */
    // Synchronized with the raising of the registration: no place may keep a greater word than the node's
    // registration.
    public synchronized void registerIn(Region place, long trustedNanos) {
        place.setLongRelease(PartitionHeader.REGISTRATION_OFFSET, registration);
        places.add(new Place(place, trustedNanos));
    }

    /**
     * Gives up the place in a partition that is about to go to another node. Returns false, without effect, while
     * that would hide open snapshots: when no other place is left, or none that has been one for long enough.
     */
    // A node that reads all registrations may have read one place before this node registered there, and may read the
    // other when it belongs to another node: so it reads for less than SETTLE_NANOS, or again (Horizon).
    public synchronized boolean leave(Region place, long nowNanos) {
        Place left = places.stream().filter(p -> p.region == place).findFirst().orElse(null);
        if (left == null) {
            return true;
        }
        places.remove(left);
        // after the removal: a snapshot is registered first, and checks for a place afterwards
        boolean covered = places.stream().anyMatch(p -> nowNanos - p.trustedNanos >= 0);
        if (!covered && !isIdle()) {
            places.add(left);
            return false;
        }
        return true;
    }

    private boolean isIdle() {
        return slots.stream().allMatch(slot -> slot.since.get() >= EXPIRED);
    }

    /**
     * Registers a snapshot. The caller READs T, or takes {@link #cached}, afterwards. Throws a retryable
     * {@link PraghException} while the node has no partition to register it in.
     */
    public Slot open(long nowNanos) {
        Slot slot = free.poll();
        if (slot == null) {
            slot = new Slot();
            slots.add(slot);
        }
        open(slot, nowNanos);
        return slot;
    }

    /** Registers a snapshot in a slot whose former snapshot has {@link #ended}. */
    public void open(Slot slot, long nowNanos) {
        slot.openedNanos.setRelease(nowNanos); // made visible with the volatile write below
        // as late as possible: where a snapshot is open at all times, a bound that is no later than the registration
        // would hold the registration back for ever. Volatile: ordered before the READ of T, or of the cached T
        slot.since.set(cached);
        if (places.isEmpty()) {
            slot.since.set(CLOSED);
            throw new UnavailableException("this node serves no partition now and can open no snapshot");
        }
    }

    /**
     * Lets a snapshot share the timestamp of another one, which is open; both slots are registered. If the other one
     * has ended or expired meanwhile, so has this one.
     */
    // Synchronized with the look at all slots: that might otherwise see this slot before, and the other one after its
    // end.
    public synchronized void join(Slot slot, Slot other) {
        slot.since.set(other.since.get());
    }

    /** Ends a snapshot; the owner keeps the slot, to open it again or to {@link #release} it. */
    public void ended(Slot slot) {
        slot.since.setRelease(CLOSED);
    }

    /** Returns a slot whose snapshot has {@link #ended}; the caller must not use it any more. */
    public void release(Slot slot) {
        free.add(slot);
    }

    /** A recent T, for snapshots without a READ; 0 before the first {@link #advance}. */
    public long cached() {
        return cached;
    }

    /**
     * Expires all open snapshots: their versions are not kept any more. Until T has been read anew, snapshots that
     * are opened from now on read T themselves.
     */
    public synchronized void expireAll() {
        era++;
        cached = 0;
        for (Slot slot : slots) {
            long since = slot.since.get();
            while (since < EXPIRED && !slot.since.compareAndSet(since, EXPIRED)) {
                since = slot.since.get();
            }
        }
    }

    /** Grows whenever all snapshots {@linkplain #expireAll expire}. */
    public long era() {
        return era;
    }

    /** The registration: no snapshot here is below it. */
    public long registration() {
        return registration;
    }

    /** Whether a snapshot has been open for so long that it may expire. */
    public boolean isOverdue(long nowNanos) {
        return slots.stream().anyMatch(slot -> slot.since.get() < EXPIRED && isOverdue(slot, nowNanos));
    }

    private boolean isOverdue(Slot slot, long nowNanos) {
        return nowNanos - slot.openedNanos.getAcquire() > retentionNanos;
    }

    /**
     * Raises the registration; {@code timestamp} is T, read before this call and after the previous call. Expires
     * snapshots that have been open for too long, if {@code expire} is set. One thread.
     */
    public synchronized void advance(long timestamp, long nowNanos, boolean expire) {
        advance(timestamp, era, nowNanos, expire);
    }

    /**
     * The same, but has no effect when all snapshots have expired since the era {@code then}, in which T was read.
     */
    public synchronized void advance(long timestamp, long then, long nowNanos, boolean expire) {
        if (then != era) {
            return;
        }
        long oldest = Math.min(timestamp, cached == 0 ? timestamp : cached);
        for (Slot slot : slots) {
            long since = slot.since.get();
            if (expire && since < EXPIRED && isOverdue(slot, nowNanos)) {
                // false for a slot that was closed and opened again just now: that snapshot begins anew
                since = slot.since.compareAndSet(since, EXPIRED) ? EXPIRED : slot.since.get();
            }
            oldest = Math.min(oldest, since);
        }
        if (oldest > registration) {
            registration = oldest;
            for (Place place : places) {
                place.region.setLongRelease(PartitionHeader.REGISTRATION_OFFSET, oldest);
            }
        }
        cached = timestamp;
    }
}
