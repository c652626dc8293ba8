package io.pragh.core.timestamp;

import io.pragh.core.base.Waiting;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
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
 * Why that is strictly serializable: no R is below the W of a commit that somebody was told of, or has seen, before R
 * was asked for, and none is below an earlier one, from which the node's registration lives.
 *
 *   places   are left in the order of their W, and each begins with a T that is no less than the W before it. So when
 *            nobody is told of a commit, or waits no more, before its place is left, the oldest of the places that
 *            are there has a T that is not below it.
 *   seen     is raised to every other W, of commits that have no place or do not wait for their turn, before anybody
 *            is told of it, and to every R. What a commit shows, it shows to an R that is not below W.
 *   share    A place counts in the share alone that it was taken in: when partitions have come or gone since, other
 *            nodes may have committed what this one has not seen. The first place of the next share begins with a T
 *            that is read when no other place counts any more. Who begins reads T before he looks at the share: as
 *            long as it is the same one, all who were told before were told here.
 *
 * How far R is behind T beyond that is of no matter: the oldest place may be looked at too early or too late.
 */
public final class PendingCommits {
    /** After a snapshot that was behind had read what another one changed, so many that may write begin at T. */
    private static final int EXACT = 256;

    private static final long TURN_NANOS = 2_000_000;

    private final LongSupplier word;
    private final LongSupplier next;
    private final Supplier<?> shares;
    private final LongSupplier nanos;
    /** In the order in which they were taken. */
    private final ArrayDeque<Place> places = new ArrayDeque<>();

    private final AtomicLong seen = new AtomicLong();
    /** Null before the first one. */
    private volatile @Nullable Oldest oldest;

    /** So many more begin at T. */
    private final AtomicInteger exact = new AtomicInteger();

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
        /** Guarded by the whole, as is what follows; read by who waits. */
        private volatile boolean isIn = true;

        private boolean over;
        private @Nullable Runnable then;

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
     * @param shares what the node serves, another object whenever that changes, or is about to
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
    public @Nullable Place enter(Object served) {
        List<Runnable> told = new ArrayList<>(0);
        try {
            return enter(served, told);
        } finally {
            told.forEach(Runnable::run);
        }
    }

    private synchronized @Nullable Place enter(Object served, List<Runnable> told) {
        Oldest before = oldest;
        if (before == null || before.share != served) {
            places.forEach(place -> left(place, told));
            places.clear();
            // before T is read: who has begun till then has begun at T or before
            oldest = new Oldest(served, Timestamps.NEVER);
        }
        long since = word.getAsLong();
        long timestamp = since == Timestamps.NONE ? since : next.getAsLong();
        if (timestamp == Timestamps.NONE) {
            return null;
        }
        Place place = new Place(since, timestamp);
        places.add(place);
        tell(served);
        return place;
    }

    /** W of a commit that changes no value, so that nobody can tell whether a snapshot begins behind it. */
    public long unseen() {
        return next.getAsLong();
    }

    /** A commit has come to nothing. */
    public void abandon(Place place) {
        over(place);
    }

    /**
     * A commit is durable and can be seen, and snapshots begin behind it from now on, or when those with a lower W can be seen, too: {@code
     * then} runs, which tells somebody of it. A snapshot that began behind this one and not behind them would wait for them.
     */
    public void leave(Place place, Runnable then) {
        place.then = then;
        over(place);
    }

    /** The same for a thread that waits until somebody may be told of the commit. */
    public void leave(Place place) {
        over(place);
        long began = nanos.getAsLong();
        for (int looks = 0; place.isIn; looks++) {
            if (nanos.getAsLong() - began > TURN_NANOS) {
                seen(place.timestamp);
                return;
            }
            Waiting.afterLooks(looks);
        }
    }

    private void over(Place place) {
        List<Runnable> told = new ArrayList<>(1);
        synchronized (this) {
            place.over = true;
            while (!places.isEmpty() && places.element().over) {
                left(places.remove(), told);
            }
            if (!place.isIn) { // or its share is a former one
                left(place, told);
            }
            Oldest now = oldest;
            if (now != null) {
                tell(now.share);
            }
        }
        told.forEach(Runnable::run);
    }

    /** It holds nobody back; who waits to tell of it is to be told. */
    private static void left(Place place, List<Runnable> told) {
        place.isIn = false;
        Runnable then = place.over ? place.then : null;
        if (then != null) {
            place.then = null;
            told.add(then);
        }
    }

    private void tell(Object share) {
        oldest = new Oldest(share, places.isEmpty() ? Timestamps.NEVER : places.element().since);
    }

    /** A commit that has no place here will be seen, or somebody told of it. */
    public void seen(long timestamp) {
        if (timestamp > seen.get() && oldest != null) {
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
            return now(now);
        }
        seen(first.since);
        return seen.get();
    }

    /** R of a snapshot that is to be T, which was read just now. */
    public long now(long now) {
        seen(now);
        return now;
    }

    /** A transaction that had begun before T has read what others have changed meanwhile: the next ones had better wait for these. */
    public void conflicted() {
        exact.set(EXACT);
    }

    private boolean isExact() {
        return exact.get() > 0 && exact.decrementAndGet() >= 0;
    }
}
