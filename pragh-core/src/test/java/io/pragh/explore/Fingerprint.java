package io.pragh.explore;

import io.pragh.core.fabric.Batch;
import io.pragh.core.memory.Region;
import java.util.Objects;

/**
 * A hash of 128 bits that stands for a state: two words mixed with everything that is added, in order. One thread.
 */
final class Fingerprint {
    private long high;
    private long low;

    void reset() {
        high = 0x243F6A8885A308D3L;
        low = 0x13198A2E03707344L;
    }

    void add(long word) {
        high = Long.rotateLeft(high ^ word, 27) * 0x9E3779B97F4A7C15L;
        low = (Long.rotateLeft(low, 31) + word) * 0xC2B2AE3D27D4EB4FL;
        low ^= low >>> 29;
    }

    /** Adds a constant by its name, which is the same in every run. */
    void add(Enum<?> constant) {
        add(constant.name().hashCode());
    }

    /** Adds the operations under way, and the first bytes that they have fetched. */
    void addBatch(Batch batch, int landedMax) {
        for (int op = 0; op < batch.count(); op++) {
            add(batch.offset(op) << 16 | batch.partition(op));
            add(batch.kind(op) == Batch.Kind.READ ? batch.length(op) : 0);
            add(batch.status(op));
            add(landedMax > 0 && batch.ok(op) ? batch.result(op) : 0);
            Region landing = batch.kind(op) == Batch.Kind.READ ? batch.region(op) : null;
            int landed = landing == null ? 0 : Math.min(landedMax, batch.length(op));
            for (int at = 0; at < landed; at += Long.BYTES) {
                add(Objects.requireNonNull(landing).getLong(batch.localOffset(op) + at));
            }
        }
    }

    long high() {
        return high ^ high >>> 32;
    }

    long low() {
        return low ^ low >>> 32;
    }
}
