package io.pragh.core.access;

import io.pragh.core.access.location.CachedLocation;
import io.pragh.core.base.Clock;
import io.pragh.core.fabric.Endpoint;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;

/**
 * A group of reads whose READs are posted together, round after round, until each read is answered. While the READs
 * of one flight are under way, its {@link VersionReader} can begin another flight. Reusable; one thread.
 */
final class ReadFlight {
    private final Clock clock;
    private final Supplier<VersionRead> reads;
    private final ReadRound round = new ReadRound();
    /** The first {@link #count} are unanswered reads; the others are answered and can be reused. */
    private final List<VersionRead> pending = new ArrayList<>();

    private int count;
    private boolean underWay;

    /** Number of consecutive rounds without an answer, and the deadline for further ones. */
    int idleRounds;

    long deadlineNanos;

    /** Creates an empty flight; {@code reads} creates read objects, as many as are ever pending at a time. */
    ReadFlight(Clock clock, Supplier<VersionRead> reads) {
        this.clock = clock;
        this.reads = reads;
        pending.add(reads.get());
    }

    /** Empties the flight. */
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

    /** Adds a read of the location that the cache knows. */
    void fetch(int index, long key, CachedLocation location) {
        next().beginFetching(index, key, location);
    }

    private VersionRead next() {
        if (count == pending.size()) {
            pending.add(reads.get());
        }
        return pending.get(count++);
    }

    /** The reader's clock before the slice was read. All lease checks of a slice share it, to save clock accesses. */
    long now() {
        if (round.beganNanos == Long.MIN_VALUE) {
            round.beganNanos = clock.nanos();
        }
        return round.beganNanos;
    }

    /** Number of unanswered reads. */
    int count() {
        return count;
    }

    /** An unanswered read. */
    VersionRead first() {
        return pending.get(0);
    }

    /** The first half of a round: posts the READs that the reads need now. */
    ReadRound post() {
        round.begin(clock.nanos());
        for (int i = 0; i < count; i++) {
            pending.get(i).post(round);
        }
        return round;
    }

    /**
     * The second half of a round: processes the results. Returns whether a read was answered, or has gone on to an
     * older version.
     */
    boolean complete() {
        int before = count;
        round.endedNanos = clock.nanos();
        for (int i = 0; i < before; i++) {
            pending.get(i).complete(round);
        }
        dropAnswered();
        // a read that follows versions makes progress with each round, and waits for no other node or commit
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

    /** Posts the READs of a round, unless one is under way; returns whether there are any. */
    boolean send(Endpoint endpoint) {
        if (underWay || post().batch.count() == 0) {
            return false;
        }
        endpoint.post(round.batch);
        underWay = true;
        return true;
    }

    /** Waits until the posted READs are complete. */
    void await(Endpoint endpoint) {
        if (underWay) {
            underWay = false;
            endpoint.await(round.batch);
        }
    }
}
