package io.pragh.core.access;

import io.pragh.core.access.location.CachedLocation;
import io.pragh.core.base.Clock;
import io.pragh.core.fabric.Endpoint;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;

/**
 * Reads whose READs are posted together: round after round, until each is answered. While one flight's READs are under way its reader can
 * begin another. Reusable; one thread.
 */
final class ReadFlight {
    private final Clock clock;
    private final Supplier<VersionRead> reads;
    private final ReadRound round = new ReadRound();
    /** Reads that are not answered, as many as {@link #count}; behind them those that were and can be used again. */
    private final List<VersionRead> pending = new ArrayList<>();

    private int count;
    private boolean underWay;

    /** Rounds in a row that have answered nothing, and until when there may be more. */
    int idleRounds;

    long deadlineNanos;

    /** One without reads; {@code reads} makes them, as many as it has at a time at most. */
    ReadFlight(Clock clock, Supplier<VersionRead> reads) {
        this.clock = clock;
        this.reads = reads;
        pending.add(reads.get());
    }

    /** Begins anew, without reads. */
    void begin() {
        count = 0;
        idleRounds = 0;
        deadlineNanos = 0;
        round.beganNanos = Long.MIN_VALUE;
    }

    /** Adds a read that begins with a look-up of its slot. */
    void locate(int index, long key) {
        next().beginLocating(index, key);
    }

    /** Adds a read of what lies where the cache says. */
    void fetch(int index, long key, CachedLocation location) {
        next().beginFetching(index, key, location);
    }

    private VersionRead next() {
        if (count == pending.size()) {
            pending.add(reads.get());
        }
        return pending.get(count++);
    }

    /** Lease checks of one slice share one look at the clock, taken before anything is read. */
    long now() {
        if (round.beganNanos == Long.MIN_VALUE) {
            round.beganNanos = clock.nanos();
        }
        return round.beganNanos;
    }

    /** How many reads are left. */
    int count() {
        return count;
    }

    /** One that is left. */
    VersionRead first() {
        return pending.get(0);
    }

    /** The first half of a round: the READs that its reads need now. */
    ReadRound post() {
        round.begin(clock.nanos());
        for (int i = 0; i < count; i++) {
            pending.get(i).post(round);
        }
        return round;
    }

    /** The second half: takes in what they have brought; whether that answered something, or led on to an older version. */
    boolean complete() {
        int before = count;
        round.endedNanos = clock.nanos();
        for (int i = 0; i < before; i++) {
            pending.get(i).complete(round);
        }
        dropAnswered();
        // a read that follows versions gets on with each round, and waits for nobody
        return count < before || round.isFollowed;
    }

    private void dropAnswered() {
        for (int i = 0; i < count; ) {
            if (pending.get(i).step() == VersionRead.Step.DONE) {
                count--;
                Collections.swap(pending, i, count);
            } else {
                i++;
            }
        }
    }

    /** Posts the READs of a round, unless one is under way; whether there are any. */
    boolean send(Endpoint endpoint) {
        if (underWay || post().batch.count() == 0) {
            return false;
        }
        endpoint.post(round.batch);
        underWay = true;
        return true;
    }

    /** Waits until what was posted is complete. */
    void await(Endpoint endpoint) {
        if (underWay) {
            underWay = false;
            endpoint.await(round.batch);
        }
    }
}
