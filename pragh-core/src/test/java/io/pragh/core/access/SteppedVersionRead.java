package io.pragh.core.access;

import io.pragh.core.api.SnapshotTooOldException;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.memory.Region;
import io.pragh.core.store.reclaim.ReaderPins;

/**
 * A {@link VersionReader} of one key at a time whose rounds a test counts, so that a read that must wait returns. One
 * thread.
 */
public final class SteppedVersionRead extends VersionVisitor {
    /** The read waits for a step of another actor. */
    public static final long WAITS = -2;
    /** The key has no value. */
    public static final long ABSENT = -1;
    /** A version that the snapshot sees no longer exists. */
    public static final long TOO_OLD = -3;

    private static final int ROUNDS_MAX = 32;

    private final VersionReader reader;
    private final Endpoint endpoint;
    private long number;
    private long version;
    private boolean expired;

    /** A reader over an endpoint that executes operations at once. */
    public SteppedVersionRead(ReaderContext context, Endpoint endpoint, ReaderPins pins) {
        this.reader = new VersionReader(context, endpoint, pins, () -> {});
        this.endpoint = endpoint;
    }

    /** Reads a key; returns the first word of the value that a snapshot sees, or one of the codes above. */
    public long read(long key, long timestamp) {
        begin(key, timestamp);
        return finish();
    }

    /**
     * Begins a read like {@link #read}; its rounds are made by {@link #post} and {@link #complete}, or by
     * {@link #finish}.
     */
    public void begin(long key, long timestamp) {
        reader.want(Long.BYTES, timestamp, () -> expired, this);
        number = WAITS;
        guarded(() -> reader.begin(new long[] {key}, 0, 1, 0));
    }

    /** The READs of the next round; the caller executes them and then calls {@link #complete}. */
    public Batch post() {
        return reader.post();
    }

    /** Processes the results of the round. */
    public void complete() {
        guarded(reader::complete);
    }

    /** Makes the remaining rounds, and returns the result of {@link #read}. */
    public long finish() {
        for (int round = 0; round < ROUNDS_MAX && number == WAITS; round++) {
            guarded(() -> {
                endpoint.execute(reader.post());
                reader.complete();
            });
        }
        return number;
    }

    private void guarded(Runnable step) {
        try {
            step.run();
        } catch (SnapshotTooOldException cut) {
            number = TOO_OLD;
        }
    }

    /** Ends the registration of the snapshot: from now on the versions it sees may be freed. */
    public void expire() {
        expired = true;
    }

    /** The reader's counters. */
    public ReadCounters counters() {
        return reader.counters();
    }

    /** The version that was read last. */
    public long version() {
        return version;
    }

    @Override
    public void version(int index, long readVersion) {
        version = readVersion;
    }

    @Override
    public void value(int index, Region region, long body, int bodyBytes) {
        number = region.getLong(body);
    }

    @Override
    public void absent(int index) {
        number = ABSENT;
    }
}
