package io.pragh.core.txn.home;

import java.nio.ByteBuffer;

/** A message to an owner on another node that is not answered yet; see {@link OwnersElsewhere}. Any thread. */
final class Asked {
    final ClaimOperation operation;
    final int type;
    final int partition;
    /** The life of the partition when the message was first sent. */
    final int life;

    final ByteBuffer payload;
    volatile long sentNanos;

    Asked(ClaimOperation operation, int type, int partition, int life, ByteBuffer payload, long nowNanos) {
        this.operation = operation;
        this.type = type;
        this.partition = partition;
        this.life = life;
        this.payload = payload;
        this.sentNanos = nowNanos;
    }
}
