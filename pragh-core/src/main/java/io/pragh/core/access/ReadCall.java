package io.pragh.core.access;

import io.pragh.core.api.AppendOperation;
import io.pragh.core.api.SnapshotTooOldException;
import io.pragh.core.api.ValueVisitor;
import io.pragh.core.base.Invariant;
import io.pragh.core.base.PraghException;
import io.pragh.core.memory.Region;
import io.pragh.core.store.value.Edition;
import io.pragh.core.store.value.Tail;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The state that all reads of one call share: the snapshot and the visitor. One thread. */
final class ReadCall {
    private static final ValueVisitor NOBODY = (index, region, body, bodyBytes) -> {
        throw new PraghException("a value was read that nobody has asked for: index=" + index);
    };

    private final ReadCounters counters;
    int bodyBytesMax;
    /** Whether a block is read to its end although only its first bytes were requested. */
    final LikelyTails tails = new LikelyTails();

    /** R: versions at or below it are seen. */
    long timestamp;
    /** Whether the snapshot has been open for so long that its versions may be gone. */
    BooleanSupplier expired = () -> false;

    private ValueVisitor visitor = NOBODY;
    /** The same visitor if it receives versions, too; else null. */
    private @Nullable VersionVisitor versions;

    private final @Nullable AppendOperation appends;
    /** Memory in which bodies are assembled with the entries behind them, for the duration of a visit. */
    private final Landing together = new Landing(Landing.VALUE_BYTES_FIRST);

    ReadCall(ReadCounters counters, @Nullable AppendOperation appends) {
        this.counters = counters;
        this.appends = appends;
    }

    /** Begins a call: sets the snapshot and the visitor. */
    void begin(int bytesMax, long readTimestamp, BooleanSupplier isExpired, ValueVisitor reader) {
        bodyBytesMax = bytesMax;
        timestamp = readTimestamp;
        expired = isExpired;
        visitor = reader;
        versions = reader instanceof VersionVisitor both ? both : null;
    }

    /** Whether the body without the entries behind it satisfies the request. */
    boolean isCovered(Region region, long body, int bodyBytes) {
        return Objects.requireNonNull(appends).covers(region, body, bodyBytes, bodyBytesMax);
    }

    /**
     * Passes on a value with entries behind its body, including those that the snapshot sees, unless the body
     * {@link #isCovered}.
     */
    void value(int index, long version, Tail seen, long body, int bodyBytes) {
        Region region = seen.region();
        if (seen.count() == 0) {
            value(index, Edition.of(version, 0), region, body, bodyBytes);
            return;
        }
        if (isCovered(region, body, bodyBytes)) {
            value(index, Edition.ofBody(version), region, body, bodyBytes);
            return;
        }
        if (versions != null) {
            versions.version(index, Edition.of(version, seen.count()));
        }
        if (visitor.value(index, region, body, bodyBytes, seen)) {
            counters.bytesRead += bodyBytes;
            return;
        }
        AppendOperation form = Objects.requireNonNull(appends);
        int bytes = form.bytesWith(region, body, bodyBytes, seen);
        Invariant.check(bytes >= bodyBytes, "what was appended in place fits the body", bytes);
        together.reset();
        long whole = together.take(bytes);
        form.writeWith(region, body, bodyBytes, seen, together.region(), whole);
        counters.bytesRead += Math.min(bytes, bodyBytesMax);
        visitor.value(index, together.region(), whole, bytes);
    }

    /** Passes a value on. */
    void value(int index, long edition, Region region, long body, int bodyBytes) {
        if (versions != null) {
            versions.version(index, edition);
        }
        counters.bytesRead += Math.min(bodyBytes, bodyBytesMax);
        visitor.value(index, region, body, bodyBytes);
    }

    /**
     * Reports a key without a value. The snapshot's age is checked after the absence was found, because values that
     * an expired snapshot should see may have been deleted and forgotten since; a slot, or a version without a
     * predecessor, then looks as if there had never been a value.
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
