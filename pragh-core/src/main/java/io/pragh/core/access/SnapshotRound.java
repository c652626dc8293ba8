package io.pragh.core.access;

import io.pragh.core.api.SnapshotTooOldException;
import io.pragh.core.api.ValueVisitor;
import io.pragh.core.base.PraghException;
import io.pragh.core.memory.Region;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** What the operations of one read at a timestamp share. One thread. */
final class SnapshotRound {
    private static final ValueVisitor NOBODY = (index, region, body, bodyBytes) -> {
        throw new PraghException("a value was read that nobody has asked for: index=" + index);
    };

    final ReadRound reads = new ReadRound();
    private final ReadCounters counters;
    /** R: versions at or below it are seen. */
    long timestamp;
    /** Whether the snapshot was open for so long that its versions may be gone. */
    BooleanSupplier expired = () -> false;

    private ValueVisitor visitor = NOBODY;
    /** The same, if it wants to know versions. */
    private @Nullable VersionVisitor versions;

    SnapshotRound(ReadCounters counters) {
        this.counters = counters;
    }

    /** Who gets what is read from now on. */
    void visitWith(ValueVisitor reader) {
        visitor = reader;
        versions = reader instanceof VersionVisitor both ? both : null;
    }

    /** Hands a value on. */
    void value(int index, long version, Region region, long body, int bodyBytes) {
        if (versions != null) {
            versions.version(index, version);
        }
        counters.bytesRead += Math.min(bodyBytes, reads.bodyBytesMax);
        visitor.value(index, region, body, bodyBytes);
    }

    /**
     * Says that a key has no value. Asked after that was seen: what an expired snapshot sees may have been deleted since and forgotten,
     * and a slot, or a version without a predecessor, looks then as if there had never been anything.
     */
    void absent(int index) {
        if (expired.getAsBoolean()) {
            throw SnapshotTooOldException.expired();
        }
        if (versions != null) {
            versions.version(index, VersionVisitor.NO_VERSION);
        }
        visitor.absent(index);
    }
}
