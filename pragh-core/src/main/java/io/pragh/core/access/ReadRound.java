package io.pragh.core.access;

import io.pragh.core.api.AppendOperation;
import io.pragh.core.api.SnapshotTooOldException;
import io.pragh.core.api.ValueVisitor;
import io.pragh.core.base.Invariant;
import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.Batch;
import io.pragh.core.memory.Region;
import io.pragh.core.store.value.Edition;
import io.pragh.core.store.value.Tail;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** What the reads of one call share: the snapshot, the visitor, and the READs of the present round. One thread. */
final class ReadRound {
    private static final ValueVisitor NOBODY = (index, region, body, bodyBytes) -> {
        throw new PraghException("a value was read that nobody has asked for: index=" + index);
    };

    final Batch batch = new Batch(16);
    final Landing landing = new Landing(Landing.ROUND_BYTES_FIRST);
    private final ReadCounters counters;
    /** The reader's clock before anything of this round was read: the stamp of every address found in it (hole h4). */
    long beganNanos;
    /** The reader's clock after everything of this round has arrived. */
    long endedNanos;

    int bodyBytesMax;
    /** Whether blocks of which the first bytes are asked for are read to their ends. */
    final LikelyTails tails = new LikelyTails();
    /** Whether a read has gone on to an older version. */
    boolean isFollowed;

    /** R: versions at or below it are seen. */
    long timestamp;
    /** Whether the snapshot was open for so long that its versions may be gone. */
    BooleanSupplier expired = () -> false;

    private ValueVisitor visitor = NOBODY;
    /** The same, if it wants to know versions. */
    private @Nullable VersionVisitor versions;

    private final @Nullable AppendOperation appends;
    /** Where bodies are put together with the entries behind them, for the time of a visit. */
    private final Landing together = new Landing(Landing.VALUE_BYTES_FIRST);

    ReadRound(ReadCounters counters, @Nullable AppendOperation appends) {
        this.counters = counters;
        this.appends = appends;
    }

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

    /** Names the visitor of what is read from now on. */
    void visitWith(ValueVisitor reader) {
        visitor = reader;
        versions = reader instanceof VersionVisitor both ? both : null;
    }

    /** Whether the body without the entries behind it is all that is asked for. */
    boolean isCovered(Region region, long body, int bodyBytes) {
        return Objects.requireNonNull(appends).covers(region, body, bodyBytes, bodyBytesMax);
    }

    /** Hands on a value of a version that has entries behind its body: with those that are seen, unless it {@link #isCovered}. */
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

    /** Hands a value on. */
    void value(int index, long edition, Region region, long body, int bodyBytes) {
        if (versions != null) {
            versions.version(index, edition);
        }
        counters.bytesRead += Math.min(bodyBytes, bodyBytesMax);
        visitor.value(index, region, body, bodyBytes);
    }

    /**
     * Says that a key has no value. The snapshot's age is asked after that was seen: what an expired snapshot sees may have been
     * deleted since and forgotten, and a slot, or a version without a predecessor, looks then as if there had never been anything.
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
