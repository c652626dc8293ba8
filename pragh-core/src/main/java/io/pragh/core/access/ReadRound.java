package io.pragh.core.access;

import io.pragh.core.fabric.Batch;

/** The READs of one round, and their landing. One thread. */
final class ReadRound {
    final Batch batch = new Batch(16);
    final Landing landing = new Landing(Landing.ROUND_BYTES_FIRST);
    /** The reader's clock before any READ of this round: the stamp of every address found in it (hole h4). */
    long beganNanos;
    /** The reader's clock after the last result of this round has arrived. */
    long endedNanos;
    /** Whether a read has gone on to an older version. */
    boolean isFollowed;

    void begin(long nowNanos) {
        batch.clear();
        landing.reset();
        beganNanos = nowNanos;
        isFollowed = false;
    }

    /** Adds a READ, or returns -1 when it must wait for the next round. The landing offset is {@code batch.localOffset(op)}. */
    int read(int partition, long offset, int bytes) {
        long at = landing.take(bytes);
        return at < 0 ? -1 : batch.read(partition, offset, bytes, landing.region(), at);
    }
}
