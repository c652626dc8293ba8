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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The commits of a node that have their W and wait until their records are durable; determines R for snapshots that
 * begin meanwhile. Such an R is from before the first of these commits, so the snapshot need not wait for the disk;
 * that is correct because no caller was told of them yet. This applies where all partitions are this node's and every
 * commit passes through this object; elsewhere R is T. On a node that will always be alone, such a commit may also
 * release its changed keys as soon as its record is on its way: no snapshot sees the changes, and a commit that
 * changes the keys again has its record behind this one. Any thread.
 */
/*
 * Why that is strictly serializable: no R is below the W of a commit that a caller was told of, or has seen, before R
 * was asked for, and none is below an earlier R, from which the node's registration lives.
 *
 *   places   are left in the order of their W, and each begins with a T that is no less than the W before it. So when
 *            no caller is told of a commit, or stops waiting, before its place is left, the oldest of the present
 *            places has a T that is not below it.
 *   seen     is raised to every other W, of commits that have no place or do not wait for their turn, before any
 *            caller is told of it, and to every R. What a commit shows, it shows to an R that is not below W.
 *   visible  Who reads outside of transactions, is refused, or changes nothing may have found a commit that waits for
 *            its turn: seen is raised to its W before the answer is given.
 *   share    A place counts only in the share in which it was taken: when partitions have come or gone since, other
 *            nodes may have committed what this one has not seen. The first place of the next share begins with a T
 *            that is read when no other place counts any more. A begin reads T before it looks at the share: as
 *            long as the share is the same, all callers that were told before were told here.
 *
 * How far R is behind T beyond that does not matter: the oldest place may be looked at too early or too late.
 *
 * Why no snapshot sees what is not durable although it is shown: every R that is given is below the W of each commit
 * that is shown, or will be, before it is over.
 *
 *   oldest   holds the T since which the first place is there, and is set before that place has its W: so a begin
 *            with a T that is not below a W gives an R before that W, or finds the place gone.
 *   seen     is raised above the W of present places only after a wait for those that are shown, when the others are
 *            forbidden to be shown.
 *   others   Another node reads T by itself and asks nothing here. So nothing is shown where there may ever be one,
 *            and while there is one, seen is raised to the W of a commit before it can be found there.
 */
public final class PendingCommits {
    /**
     * After a snapshot behind T was in conflict with a pending commit, this number of writing transactions begin at
     * T; or one per conflict, where a begin at T takes long.
     */
    private static final int EXACT = 256;

    private static final long TURN_NANOS = 2_000_000;
    private static final long REST_NANOS = 500_000;
    private static final int SPINS = 64;
    /** How long, and how often, a thread rests before it asks the log itself whether its record is durable. */
    private static final long RECORD_NANOS = 20_000_000;

    private static final int RECORD_LOOKS = 2;

    private final LongSupplier word;
    private final LongSupplier next;
    private final Supplier<?> shares;
    private final LongSupplier nanos;
    private final boolean isAlone;
    private final BooleanSupplier serves;
    private final BooleanSupplier hasCompany;
    /** Places in the order in which they were taken. */
    private final ArrayDeque<Place> places = new ArrayDeque<>();

    /** Places that are shown and not over, in no order. */
    private final List<Place> shown = new ArrayList<>();
    /** Lower bound on the W of the shown places; written under the monitor. */
    private volatile long shownFrom = Timestamps.NEVER;

    private final AtomicLong seen = new AtomicLong();
    /** Null before the first commit. */
    private volatile @Nullable Oldest oldest;

    /** Number of further writing transactions that begin at T. */
    private final AtomicInteger exact = new AtomicInteger();

    /**
     * The oldest pending commit.
     *
     * @param share what the node served when the places were taken
     * @param since T when the first of them was taken; {@link Timestamps#NEVER} when there is none
     */
    private record Oldest(Object share, long since) {}

    /** The place of one pending commit. */
    public static final class Place {
        private final long since;
        private final long timestamp;
        /**
         * The monitor of the {@link PendingCommits} guards this and the following fields; the waiting thread reads
         * it.
         */
        private volatile boolean isIn = true;

        private volatile boolean over;
        /** Whether the store may show the changes to who asks it without a snapshot. */
        private volatile boolean visible;
        /** Whether other commits rely on its changes being invisible before it is over. */
        private boolean hidden;

        private @Nullable Runnable then;
        /** The thread that waits until the place is left. */
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
     * Creates an object without pending commits.
     *
     * @param word T, or {@link Timestamps#NONE}
     * @param next increments T and gives W, or {@link Timestamps#NONE}
     * @param shares what the node serves; another object whenever that changes, or is about to
     * @param nanos the node's clock
     * @param isAlone whether there is no other node, and never will be one
     * @param serves whether the node has not failed; after a failure waits for records end, since these cannot become
     *     durable
     */
    public PendingCommits(
            LongSupplier word,
            LongSupplier next,
            Supplier<?> shares,
            LongSupplier nanos,
            boolean isAlone,
            BooleanSupplier serves) {
        this(word, next, shares, nanos, isAlone, serves, () -> !isAlone);
    }

    /** The same; {@code hasCompany} says whether there is another member now, which may be one without partitions. */
    public PendingCommits(
            LongSupplier word,
            LongSupplier next,
            Supplier<?> shares,
            LongSupplier nanos,
            boolean isAlone,
            BooleanSupplier serves,
            BooleanSupplier hasCompany) {
        this.hasCompany = hasCompany;
        this.word = word;
        this.next = next;
        this.shares = shares;
        this.nanos = nanos;
        this.isAlone = isAlone;
        this.serves = serves;
    }

    /** For a node without a log: there is never a pending commit. */
    public static PendingCommits none() {
        return new PendingCommits(
                () -> Timestamps.NONE, () -> Timestamps.NONE, Object::new, () -> 0, false, () -> true);
    }

    /**
     * Takes W and a place for a commit that holds all its keys, on a node that serves all partitions of the graph by
     * this share. Null when T cannot be read. Cost: one READ and one FETCH_ADD.
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
            // before T is read: a transaction that has begun until then has an R of T or less
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

    /** Takes W for a commit that changes no value, so that no reader can tell whether a snapshot begins behind it. */
    public long unseen() {
        return next.getAsLong();
    }

    /**
     * Whether a commit whose record has been appended may show its changes and release its keys before the record is
     * durable. After the answer true, the commit must not be acknowledged before it is durable. A commit that builds
     * on the changes has its record behind this one, and no snapshot sees them.
     */
    public synchronized boolean show(Place place) {
        boolean may = isAlone && place.isIn && !place.hidden;
        if (may) {
            place.visible = true;
            shown.add(place);
            shownFrom = Math.min(shownFrom, place.timestamp);
        }
        return may;
    }

    /** Notes that the store is about to show the changes of a commit. */
    public void publishes(Place place) {
        place.visible = true;
        if (hasCompany.getAsBoolean()) {
            raise(place.timestamp); // a member without partitions may find it, and tell, without asking here
        }
    }

    /** Removes a commit that was aborted. */
    public void abandon(Place place) {
        over(place);
    }

    /**
     * Removes a commit that is durable and visible. {@code then}, which acknowledges it, runs when snapshots begin
     * behind it: now, or when the commits with a lower W are visible, too. A snapshot that began behind this commit
     * and not behind those would wait for them.
     */
    public void leave(Place place, Runnable then) {
        place.then = then;
        over(place);
    }

    /** The same for a thread that waits until the commit may be acknowledged. */
    public void leave(Place place) {
        over(place);
        awaitTurn(place);
    }

    /**
     * The same for a shown commit that another thread {@linkplain #durable tells} to be durable, so that the waiting
     * thread is woken once and not for its record and its turn. If that takes long, {@code record} is called, which
     * returns when the record is durable, and throws when that is unknown.
     */
    public void leaveWhenDurable(Place place, Runnable record) {
        for (int looks = 0; !place.over && looks < RECORD_LOOKS; looks++) {
            place.waiter = Thread.currentThread();
            if (!place.over) {
                LockSupport.parkNanos(place, RECORD_NANOS);
            }
        }
        if (!place.over) {
            record.run();
            over(place);
        }
        awaitTurn(place);
    }

    /** Notes that the record of a shown commit is durable. The commit leaves its place when it is its turn. */
    public void durable(Place place) {
        over(place);
    }

    private void awaitTurn(Place place) {
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

    /**
     * Whether the commit may be acknowledged before those with a lower W, because all shown ones among these are
     * over.
     */
    private synchronized boolean overtakes(Place place) {
        boolean first = hide(place.timestamp - 1).isEmpty();
        if (first) {
            raise(place.timestamp);
        }
        return first;
    }

    /**
     * Forbids the commits with a W up to {@code timestamp} to be shown before they are over. Returns those that are
     * shown already, and not over.
     */
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
                tell(now.share); // before any caller hears that a place is left
            }
            leaving.forEach(each -> left(each, told));
            if (place.isIn) {
                wake(place, told); // its turn may be long in coming
            }
        }
        told.forEach(Runnable::run);
    }

    /** Marks a place as left, and adds the notification of the waiting thread or callback to {@code told}. */
    private static void left(Place place, List<Runnable> told) {
        place.isIn = false;
        wake(place, told);
        Runnable then = place.over ? place.then : null;
        if (then != null) {
            place.then = null;
            told.add(then);
        }
    }

    private static void wake(Place place, List<Runnable> told) {
        Thread waiter = place.waiter;
        if (waiter != null) {
            told.add(() -> LockSupport.unpark(waiter));
        }
    }

    private void tell(Object share) {
        oldest = new Oldest(share, places.isEmpty() ? Timestamps.NEVER : places.element().since);
    }

    /**
     * Notes a W from outside that is about to become visible or acknowledged. Waits for the shown commits up to it.
     */
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
     * R for a snapshot for which T was read just now.
     *
     * @param onlyReads whether the transaction will not write
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

    /**
     * R for a snapshot that is to have this R: T, which was read just now, or an earlier one. Waits until all commits
     * that it will see are durable.
     */
    public long now(long now) {
        seen(now);
        return now;
    }

    /**
     * Returns when no commit with a W up to {@code timestamp} is visible in the store before it is durable, now or
     * later, and when snapshots begin behind those that are visible.
     */
    public void settle(long timestamp) {
        Oldest first = oldest;
        if (first != null && (first.since < timestamp || shownFrom <= timestamp)) {
            awaitUpTo(timestamp);
            raise(visible(timestamp));
        }
    }

    /** The greatest W, up to {@code limit}, of pending commits that are visible in the store; else 0. */
    private synchronized long visible(long limit) {
        return Stream.concat(places.stream(), shown.stream())
                .filter(place -> place.visible && place.timestamp <= limit)
                .mapToLong(Place::timestamp)
                .max()
                .orElse(0);
    }

    private void awaitUpTo(long timestamp) {
        if (isAlone) {
            hide(timestamp).forEach(this::await);
        }
    }

    /**
     * Returns when all commits that were visible in the store at the time of this call are durable, and snapshots
     * begin behind them.
     */
    public void awaitShown() {
        Oldest first = oldest;
        if (first != null && (first.since != Timestamps.NEVER || shownFrom != Timestamps.NEVER)) {
            settle(visible(Timestamps.NEVER));
        }
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

    /**
     * Notes a conflict of a transaction that began before T: the next transactions begin at T and wait for pending
     * commits.
     */
    public void conflicted() {
        exact.updateAndGet(so -> isAlone ? Math.min(so + 1, EXACT) : EXACT);
    }

    private boolean isExact() {
        return exact.get() > 0 && exact.getAndUpdate(so -> Math.max(0, so - 1)) > 0;
    }
}
