package io.pragh.core.txn;

import io.pragh.core.api.OperationSet;
import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.memory.Region;
import java.util.List;
import java.util.function.Predicate;

/**
 * Applies a transaction's own updates to a value that it reads, by the same evaluation as at the owner. Allocates
 * memory for every image, which is acceptable for the few values that a transaction both changes and reads. One
 * thread.
 */
final class Overlay {
    private final OperationSet operations;
    private final Predicate<Update> placed;

    Region region = Region.whole(Region.SEGMENT_BYTES_MIN, 1);
    long body;
    int bodyBytes = ValueOperation.ABSENT;

    /**
     * Creates an overlay. An update for which {@code placed} holds is turned into updates of parts at commit, and
     * does not change an image.
     */
    Overlay(OperationSet operations, Predicate<Update> placed) {
        this.operations = operations;
        this.placed = placed;
    }

    /** Starts from a value, or from none ({@link ValueOperation#ABSENT}). */
    void start(Region from, long fromBody, int fromBytes) {
        region = from;
        body = fromBody;
        bodyBytes = fromBytes;
    }

    /**
     * Applies updates one after the other. An update that would fail leaves the image unchanged, and fails at commit.
     */
    void apply(List<Update> updates) {
        for (Update update : updates) {
            if (placed.test(update)) {
                continue;
            }
            ValueOperation operation = operations.get(update.operation());
            int bytes = operation.newBytes(update, region, body, bodyBytes);
            if (bytes >= 0) {
                Region target = Region.whole(segmentFor(bytes), 1);
                operation.write(update, region, body, bodyBytes, target, 0, bytes);
                start(target, 0, bytes);
            } else if (bytes == ValueOperation.DELETE) {
                bodyBytes = ValueOperation.ABSENT;
            }
        }
    }

    private static int segmentFor(int bytes) {
        return Math.max(Region.SEGMENT_BYTES_MIN, Integer.highestOneBit(Math.max(1, bytes - 1)) << 1);
    }
}
