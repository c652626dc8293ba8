package io.pragh.tinkerpop.structure;

import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.VertexRecord;
import org.jspecify.annotations.Nullable;

/**
 * Vertices that were found together: as soon as one of them is read, all are, in one batch. Counting them, or passing
 * through them, reads none. Any thread.
 */
final class VertexBatch {
    /** Most vertices of a batch: more would not make reading one of them cheaper, but keep more in memory. */
    static final int SIZE_MAX = 64;

    private final long[] vids;
    private volatile boolean isRead;

    VertexBatch(long[] vids) {
        this.vids = vids;
    }

    long vid(int index) {
        return vids[index];
    }

    int size() {
        return vids.length;
    }

    /**
     * The record of one vertex, or null when it does not exist; a transaction later than the first reads it alone.
     */
    @Nullable
    VertexRecord read(GraphTransaction transaction, int index) {
        if (!isRead) {
            isRead = true;
            transaction.readAhead(vids);
        }
        return transaction.vertex(vids[index]);
    }
}
