package io.pragh.core.timestamp;

import io.pragh.core.base.PraghException;
import io.pragh.core.base.Waiting;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The commits of a node that have their W and wait until their records are durable, and which R a snapshot begins with meanwhile: one from
 * before the first of them, so that it need not wait with them for the disk, since nobody has been told of them yet. That is so where all
 * partitions are this node's, and no commit is made without it; elsewhere R is T, as ever. Where there never is another node, such a commit
 * may also give its keys back, changed, as soon as its record is on its way: no snapshot sees them, and who changes them once more has a
 * record behind this one. Any thread.
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
 *
 * Why no snapshot sees what is not durable although it is shown: no R is given that is not below the W of each commit
 * that is shown, or will be, before it is over.
 *
 *   oldest   says since when the first of the places is there before that has its W: so who has a T that is not below a
 *            W begins before it, or finds it gone.
 *   seen     is raised above the W of places that are there only by who has waited for those that are shown, and has
 *            forbidden the others to be.
 *   others   A node that reads T by itself asks nobody here. So nothing is shown where there may ever be one.
 */
public final class PendingCommits {
    /** After a snapshot that was behind had read what another one changed, so many that may write begin at T, or one for each where that takes long. */
    private static final int EXACT = 256;

    private static final long TURN_NANOS = 2_000_000;
    private static final long REST_NANOS = 500_000;
    private static final int SPINS = 64;

    private final LongSupplier word;
    private final LongSupplier next;
    private final Supplier<?> shares;
    private final LongSupplier nanos;
    private final boolean isAlone;
    private final BooleanSupplier serves;
    /** In the order in which they were taken. */
    private final ArrayDeque<Place> places = new ArrayDeque<>();

    /** Those that are shown and not over, in no order. */
    private final List<Place> shown = new ArrayList<>();
    /** No W of them is below this; written under the monitor. */
    private volatile long shownFrom = Timestamps.NEVER;

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

        private volatile boolean over;
        /** Others rely on it that nothing of it can be seen before it is over. */
        private boolean hidden;

        private @Nullable Runnable then;
        /** Who waits until it is left. */
        private volatile @Nullable Thread waiter;

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
     * @param isAlone whether there is no other node, and never will be one
     * @param serves whether the node has not failed: else nobody waits for what cannot become durable any more
     */
    public PendingCommits(
            LongSupplier word,
            LongSupplier next,
            Supplier<?> shares,
            LongSupplier nanos,
            boolean isAlone,
            BooleanSupplier serves) {
        this.word = word;
        this.next = next;
        this.shares = shares;
        this.nanos = nanos;
        this.isAlone = isAlone;
        this.serves = serves;
    }

    /** Those of a node that keeps nothing: there are never any. */
    public static PendingCommits none() {
        return new PendingCommits(
                () -> Timestamps.NONE, () -> Timestamps.NONE, Object::new, () -> 0, false, () -> true);
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
            // before T is read: who has begun till then has begun at T or before
            oldest = new Oldest(served, Timestamps.NEVER);
            places.forEach(place -> left(place, told));
            places.clear();
        }
        long since = word.getAsLong();
        if (since == Timestamps.NONE) {
            return null;
        }
        if (places.isEmpty()) {
            oldest = new Oldest(served, since); // before W is taken: who reads a T that is not below it finds this
        }
        long timestamp = next.getAsLong();
        if (timestamp == Timestamps.NONE) {
            tell(served);
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

    /**
     * Whether a commit whose record has been appended may show what it has changed, and give its keys back, before that is durable: when
     * this has said so it must be told of only when it is. Who finds its changes and appends a record does that behind it, and no snapshot
     * finds them.
     */
    public synchronized boolean show(Place place) {
        boolean may = isAlone && place.isIn && !place.hidden;
        if (may) {
            shown.add(place);
            shownFrom = Math.min(shownFrom, place.timestamp);
        }
        return may;
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
            if (nanos.getAsLong() - began > TURN_NANOS && (overtakes(place) || !serves.getAsBoolean())) {
                return;
            } else if (looks < SPINS) {
                Thread.onSpinWait();
            } else {
                place.waiter = Thread.currentThread();
                if (place.isIn) {
                    LockSupport.parkNanos(place, REST_NANOS);
                }
            }
        }
    }

    /** Somebody may be told of it before those with a lower W, when all of them that are shown are over. */
    private synchronized boolean overtakes(Place place) {
        boolean first = hide(place.timestamp - 1).isEmpty();
        if (first) {
            raise(place.timestamp);
        }
        return first;
    }

    /** Of the commits with a W up to this no other one is shown before it is over; those that are shown already, and not over. */
    private synchronized List<Place> hide(long timestamp) {
        for (Place place : places) {
            place.hidden |= place.timestamp <= timestamp;
        }
        return shown.stream().filter(place -> place.timestamp <= timestamp).toList();
    }

    private void over(Place place) {
        List<Runnable> told = new ArrayList<>(1);
        synchronized (this) {
            place.over = true;
            if (shown.remove(place)) {
                long from = Timestamps.NEVER;
                for (Place each : shown) {
                    from = Math.min(from, each.timestamp);
                }
                shownFrom = from;
            }
            List<Place> leaving = new ArrayList<>(1);
            while (!places.isEmpty() && places.element().over) {
                leaving.add(places.remove());
            }
            if (!place.isIn) { // its share is a former one
                leaving.add(place);
            }
            Oldest now = oldest;
            if (now != null) {
                tell(now.share); // before anybody hears that a place is left
            }
            leaving.forEach(each -> left(each, told));
        }
        told.forEach(Runnable::run);
    }

    /** It holds nobody back; who waits to tell of it is to be told. */
    private static void left(Place place, List<Runnable> told) {
        place.isIn = false;
        Thread waiter = place.waiter;
        if (waiter != null) {
            told.add(() -> LockSupport.unpark(waiter));
        }
        Runnable then = place.over ? place.then : null;
        if (then != null) {
            place.then = null;
            told.add(then);
        }
    }

    private void tell(Object share) {
        oldest = new Oldest(share, places.isEmpty() ? Timestamps.NEVER : places.element().since);
    }

    /** A commit that has no place here will be seen, or somebody told of it. Waits for what it may be seen beside. */
    public void seen(long timestamp) {
        if (timestamp > seen.get() && oldest != null) {
            awaitUpTo(timestamp);
            raise(timestamp);
        }
    }

    private void raise(long timestamp) {
        seen.accumulateAndGet(timestamp, Math::max);
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
        boolean same = first.share == shares.get();
        if (same && first.since < now && (onlyReads || !isExact())) {
            raise(first.since);
            return seen.get();
        }
        if (same && first.since >= now && shownFrom > now) {
            raise(now);
            return now;
        }
        return now(now);
    }

    /** R of a snapshot that is to be T, which was read just now. Waits until all that it will see is durable. */
    public long now(long now) {
        seen(now);
        return now;
    }

    /** Returns when nothing with a W up to this can be seen, in the store itself, that is not durable, now or later. */
    public void settle(long timestamp) {
        Oldest first = oldest;
        if (first != null && (first.since < timestamp || shownFrom <= timestamp)) {
            awaitUpTo(timestamp);
        }
    }

    private void awaitUpTo(long timestamp) {
        if (isAlone) {
            hide(timestamp).forEach(this::await);
        }
    }

    /** Returns when all is durable that could be seen, in the store itself, when this was called. */
    public void awaitShown() {
        if (shownFrom != Timestamps.NEVER) {
            shown().forEach(this::await);
        }
    }

    private synchronized List<Place> shown() {
        return List.copyOf(shown);
    }

    private void await(Place place) {
        for (int looks = 0; !place.over; looks++) {
            if (!serves.getAsBoolean()) {
                throw new PraghException(
                        "this node serves nothing any more; what was read or done may last or not: look when it has"
                                + " been opened again",
                        null,
                        true);
            }
            Waiting.afterLooks(looks);
        }
    }

    /** A transaction that had begun before T has read what others have changed meanwhile: the next ones had better wait for these. */
    public void conflicted() {
        exact.updateAndGet(so -> isAlone ? Math.min(so + 1, EXACT) : EXACT);
    }

    private boolean isExact() {
        return exact.get() > 0 && exact.getAndUpdate(so -> Math.max(0, so - 1)) > 0;
    }
}
