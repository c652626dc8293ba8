package io.pragh.core.access;

import io.pragh.core.api.ValueVisitor;
import io.pragh.core.fabric.Batch;

/** What the operations of one round share: the batch they post to, where it lands, when it began. One thread. */
final class ReadRound {
    final Batch batch = new Batch(256);
    final Landing landing = new Landing();

    /** The reader's clock before anything of this round was read: the stamp of every address found in it (hole h4). */
    long beganNanos;

    /** The reader's clock after everything of this round has arrived. */
    long endedNanos;

    int bodyBytesMax;
    ValueVisitor visitor = (index, region, body, bodyBytes) -> {};

    void begin(long nowNanos) {
        batch.clear();
        landing.reset();
        beganNanos = nowNanos;
    }

    /** Adds a READ, or returns -1 when it must wait for the next round. The landing offset is {@code batch.localOffset(op)}. */
    int read(int partition, long offset, int bytes) {
        long at = landing.take(bytes);
        return at < 0 ? -1 : batch.read(partition, offset, bytes, landing.region(), at);
    }
}
