package io.pragh.core.timestamp;

import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The commits of a node that have their W and wait until their records are durable, and which R a snapshot begins with meanwhile: one from
 * before the first of them, so that it need not wait with them for the disk, since nobody has been told of them yet. That is so where all
 * partitions are this node's, and no commit is made without it; elsewhere R is T, as ever. Any thread.
 */
/*
 * Why that is strictly serializable: `seen` is raised to W before anything of a commit can be seen or anybody is told of
 * it, whatever way it takes, and to every R that is given out. So no R is below what somebody was told, or has seen,
 * before it was asked for, and none below an earlier one, from which the node's registration lives. How far R is behind
 * T beyond that is of no matter: `oldest` may be read too early or too late.
 *
 * A place counts in the share alone that it was taken in: when partitions have come or gone since, other nodes may have
 * committed what this one has not seen.
 */
public final class PendingCommits {
    /** After a snapshot that was behind had read what another one changed, snapshots that may write begin at T for so long. */
    private static final long EXACT_NANOS = 10_000_000_000L;

    private final LongSupplier word;
    private final LongSupplier next;
    private final Supplier<?> shares;
    private final LongSupplier nanos;
    /** In the order in which they were taken. */
    private final ArrayDeque<Place> places = new ArrayDeque<>();

    private final AtomicLong seen = new AtomicLong();
    /** Null before the first one. */
    private volatile @Nullable Oldest oldest;

    private volatile boolean isExact;
    private volatile long exactUntilNanos;

    /**
     * What is pending.
     *
     * @param share what the node served when the places were taken
     * @param since T when the first of them was taken; {@link Timestamps#NEVER} when there is none
     */
    private record Oldest(Object share, long since) {}

    /** One commit's place. */
    public static final class Place {
        private final long since;
        private final long timestamp;
        private boolean over;

        private Place(long since, long timestamp) {
            this.since = since;
            this.timestamp = timestamp;
        }

        /** W of the commit. */
        public long timestamp() {
            return timestamp;
        }
    }

    /**
     * None yet.
     *
     * @param word T, or {@link Timestamps#NONE}
     * @param next increments T and gives W, or {@link Timestamps#NONE}
     * @param shares what the node serves, another object whenever that changes
     * @param nanos the node's clock
     */
    public PendingCommits(LongSupplier word, LongSupplier next, Supplier<?> shares, LongSupplier nanos) {
        this.word = word;
        this.next = next;
        this.shares = shares;
        this.nanos = nanos;
    }

    /** Those of a node that keeps nothing: there are never any. */
    public static PendingCommits none() {
        return new PendingCommits(() -> Timestamps.NONE, () -> Timestamps.NONE, Object::new, () -> 0);
    }

    /**
     * Takes W for a commit that holds all its keys, all of which are of a node that serves this share, which is all there is. Null when T
     * cannot be read. Cost: one READ and one FETCH_ADD.
     */
    public synchronized @Nullable Place enter(Object served) {
        Oldest before = oldest;
        if (before == null || before.share != served) {
            places.clear();
            oldest = new Oldest(
                    served, Timestamps.NEVER); // before T is read: who has begun till then has begun at T or before
        }
        long since = word.getAsLong();
        if (since == Timestamps.NONE) {
            return null;
        }
        long timestamp = next.getAsLong();
        if (timestamp == Timestamps.NONE) {
            return null;
        }
        Place place = new Place(since, timestamp);
        places.add(place);
        tell(served);
        return place;
    }

    /** A commit is durable, before anybody is told or shows anything of it; or it has come to nothing. */
    public synchronized void leave(Place place, boolean durable) {
        if (durable) {
            seen(place.timestamp);
        }
        place.over = true;
        while (!places.isEmpty() && places.element().over) {
            places.remove();
        }
        Oldest now = oldest;
        if (now != null) {
            tell(now.share);
        }
    }

    private void tell(Object share) {
        oldest = new Oldest(share, places.isEmpty() ? Timestamps.NEVER : places.element().since);
    }

    /** A commit that has no place here will be seen, or somebody told of it. */
    public void seen(long timestamp) {
        if (timestamp > seen.get()) {
            seen.accumulateAndGet(timestamp, Math::max);
        }
    }

    /**
     * R of a snapshot for which T was read just now.
     *
     * @param onlyReads whether nothing will be written by who has it
     */
    public long begin(long now, boolean onlyReads) {
        Oldest first = oldest;
        if (first == null) {
            return now;
        }
        if (first.since >= now || first.share != shares.get() || !onlyReads && isExact()) {
            seen(now);
            return now;
        }
        seen(first.since);
        return seen.get();
    }

    /** A transaction that had begun before T has read what others have changed meanwhile: the next ones had better wait for these. */
    public void conflicted() {
        exactUntilNanos = nanos.getAsLong() + EXACT_NANOS;
        isExact = true;
    }

    private boolean isExact() {
        if (isExact && nanos.getAsLong() - exactUntilNanos >= 0) {
            isExact = false;
        }
        return isExact;
    }
}
