package io.pragh.explore;

import io.pragh.core.standing.Recovery;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** The remaining work of a node's recovery. One thread. */
final class RecoveryLens {
    private final Lens words;
    private final Collection<?> losses;
    private final BitSet unmarked;
    private final List<?> markers;
    private final List<?> sweeps;
    private final long restNanos;
    private final long silenceNanos;
    private final BooleanSupplier agreed;

    RecoveryLens(Recovery recovery, BooleanSupplier agreed) {
        this.agreed = agreed;
        this.restNanos = (long) Lens.peek(recovery, "restNanos");
        this.silenceNanos = (long) Lens.peek(recovery, "silenceNanos");

        this.words = new Lens(recovery, "retired", "marked");
        this.losses = (Collection<?>) Lens.peek(recovery, "losses");
        this.unmarked = (BitSet) Lens.peek(recovery, "unmarked");
        this.markers = (List<?>) Lens.peek(recovery, "markers");
        this.sweeps = (List<?>) Lens.peek(recovery, "sweeping");
    }

    /** Whether a step would have an effect now. */
    boolean isDue(long nowNanos) {
        return !losses.isEmpty()
                || isMarking() && nobodyFollows(nowNanos - words.word("lostNanos"))
                || isSweeping() && nowNanos - words.word("passAtNanos") >= 0;
    }

    private boolean nobodyFollows(long sinceNanos) {
        return sinceNanos >= restNanos || sinceNanos >= silenceNanos && agreed.getAsBoolean();
    }

    /** Whether keys are still to be marked as lost. */
    boolean isMarking() {
        return !losses.isEmpty() || !unmarked.isEmpty();
    }

    private boolean isSweeping() {
        return words.word("quietPasses") < 2;
    }

    /** Whether recovery has passed some of a table's keys, and not yet the others. */
    boolean isInTheMiddle() {
        return markers.stream().anyMatch(marker -> (int) Lens.peek(Lens.peek(marker, "pass"), "kind") != 1);
    }

    void addTo(Fingerprint fingerprint) {
        words.addTo(fingerprint);
        fingerprint.add(unmarked.hashCode());
        losses.forEach(loss -> fingerprint.add((long) Lens.peek(loss, "nanos")));
        for (Object sweep : sweeps) {
            fingerprint.add((int) Lens.peek(sweep, "acted") << 16 | (int) Lens.peek(sweep, "lingering"));
            long sum = 0;
            for (Map.Entry<?, ?> entry : ((Map<?, ?>) Lens.peek(sweep, "open")).entrySet()) {
                long word = (Long) entry.getKey() * 0x9E3779B97F4A7C15L ^ (Long) entry.getValue();
                sum += (word ^ word >>> 31) * 0x9E3779B97F4A7C15L;
            }
            for (Map.Entry<?, ?> entry : ((Map<?, ?>) Lens.peek(sweep, "suspects")).entrySet()) {
                Object suspect = entry.getValue();
                long word = (Long) entry.getKey() * 0x9E3779B97F4A7C15L ^ (Long) Lens.peek(suspect, "state");
                word = word * 0x9E3779B97F4A7C15L ^ (Long) Lens.peek(suspect, "sinceNanos");
                word = word * 0x9E3779B97F4A7C15L ^ ((Boolean) Lens.peek(suspect, "pointedTo") ? 1 : 0);
                sum += (word ^ word >>> 31) * 0xC2B2AE3D27D4EB4FL;
            }
            fingerprint.add(sum);
        }
    }
}
