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
 * The snapshots that are open on one node, and the node's registration: a word that others read, and that is never above a snapshot
 * open here, now or later. Any thread.
 */
// Opening: write the registration x into a slot of one's own, then READ T (rule 1). Raising the registration: READ T
// as t, then look at all slots; the new registration is the smallest of t and them. A slot that was filled after it
// had been looked at belongs to a snapshot that reads T after t was read, so its R is not below t. The T that cached
// snapshots use counts as a snapshot.
public final class OpenSnapshots {
    /** Nobody who looks at all registrations takes as long. */
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

    /** One open snapshot's mark; one thread at a time. */
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

    /** The snapshots of a node that has no place to register in yet; one open for longer may expire. */
    public OpenSnapshots(long retentionNanos) {
        this.retentionNanos = retentionNanos;
    }

    /**
     * Registers in the header of one more partition of this node, before others can read it: in all of them, so that the registration
     * can be read somewhere whichever of them goes to another node.
     *
     * @param trustedNanos from when on the node's other places may be given up for this one: {@link #SETTLE_NANOS} from now when others
     *     could read the partition at another node before
     */
    // Under a lock with the raising of the registration: no place may keep a larger word than the node's.
    public synchronized void registerIn(Region place, long trustedNanos) {
        place.setLongRelease(PartitionHeader.REGISTRATION_OFFSET, registration);
        places.add(new Place(place, trustedNanos));
    }

    /**
     * The partition is about to go to another node; false, and nothing is done, while that would hide open snapshots: when no other
     * place is left, or none that has been one for long enough.
     */
    // Somebody who looks at all registrations may have read one place before this node registered there, and may read
    // the other when it is another node's: so it looks for less than SETTLE_NANOS, or again (Horizon).
    public synchronized boolean leave(Region place, long nowNanos) {
        Place left = places.stream().filter(p -> p.region == place).findFirst().orElse(null);
        if (left == null) {
            return true;
        }
        places.remove(left);
        // after the removal: who opens a snapshot registers first and looks for a place then
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
     * Registers a snapshot; READ T, or take {@link #cached}, after this. Throws a retryable {@link PraghException} while the node has no
     * partition to register it in.
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

    /** Registers a snapshot in a slot whose former one has {@link #ended}. */
    public void open(Slot slot, long nowNanos) {
        slot.openedNanos.setRelease(nowNanos); // made visible with what follows
        // as late as may be: where a snapshot is open at all times, a bound that is no later than the registration
        // would hold that for ever. Volatile: ordered before the READ of T, or of what is cached
        slot.since.set(cached);
        if (places.isEmpty()) {
            slot.since.set(CLOSED);
            throw new UnavailableException("this node serves no partition now and can open no snapshot");
        }
    }

    /**
     * Has a snapshot see the moment of another one, which is open; both slots are. Of a snapshot that has ended or expired meanwhile this one
     * is the like.
     */
    // Not while somebody looks at all slots: that one might see this slot before, and the other when it has ended.
    public synchronized void join(Slot slot, Slot other) {
        slot.since.set(other.since.get());
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

    /**
     * All snapshots that are open expire: what they see is not kept any more. One that is opened from now on reads T itself until that has
     * been read anew.
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

    /** What others may rely on: no snapshot here is below it. */
    public long registration() {
        return registration;
    }

    /** Whether a snapshot is open for so long that it may expire. */
    public boolean isOverdue(long nowNanos) {
        return slots.stream().anyMatch(slot -> slot.since.get() < EXPIRED && isOverdue(slot, nowNanos));
    }

    private boolean isOverdue(Slot slot, long nowNanos) {
        return nowNanos - slot.openedNanos.getAcquire() > retentionNanos;
    }

    /**
     * Raises the registration; {@code timestamp} is T, read before this call and after the call before. Ends snapshots that are open for
     * too long, if these are to expire. One thread.
     */
    public synchronized void advance(long timestamp, long nowNanos, boolean expire) {
        advance(timestamp, era, nowNanos, expire);
    }

    /** The same, but nothing happens when all snapshots have expired since that era, in which T was read. */
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
