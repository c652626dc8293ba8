package io.pragh.core.base;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class LatencyRecorderTest {
    private static final double[] SHARES = {0, 0.01, 0.5, 0.9, 0.99, 0.999, 1};

    @Property(tries = 300)
    void percentilesAreThoseOfASortedArrayWithinAThirtySecond(@ForAll("durations") List<Long> durations) {
        LatencyRecorder recorder = recorded(durations);
        long[] sorted = durations.stream().mapToLong(Long::longValue).sorted().toArray();
        assertEquals(sorted.length, recorder.count());
        for (double share : SHARES) {
            check(recorder, sorted, share);
        }
    }

    private static void check(LatencyRecorder recorder, long[] sorted, double share) {
        long exact = sorted[(int) Math.max(1, Math.ceil(share * sorted.length)) - 1];
        long told = recorder.percentileNanos(share);
        assertTrue(told >= exact, share + ": " + told + " is below " + exact);
        assertTrue(told - exact <= exact / 32, share + ": " + told + " is too far above " + exact);
    }

    @Property(tries = 100)
    void bucketsHoldWhatWasRecorded(@ForAll("durations") List<Long> durations) {
        long[] last = {-1};
        long[] seen = {0};
        recorded(durations).forEach((nanosMax, count) -> {
            long within = durations.stream()
                    .filter(nanos -> nanos > last[0] && nanos <= nanosMax)
                    .count();
            assertEquals(within, count, "up to " + nanosMax);
            last[0] = nanosMax;
            seen[0] += count;
        });
        assertEquals(durations.size(), seen[0]);
    }

    @Property(tries = 100)
    void mergedRecordersAnswerAsOne(@ForAll("durations") List<Long> first, @ForAll("durations") List<Long> second) {
        LatencyRecorder merged = recorded(first);
        merged.merge(recorded(second));
        long[] sorted = LongStream.concat(
                        first.stream().mapToLong(Long::longValue),
                        second.stream().mapToLong(Long::longValue))
                .sorted()
                .toArray();
        assertEquals(sorted.length, merged.count());
        for (double share : SHARES) {
            check(merged, sorted, share);
        }
    }

    @Test
    void extremesHaveAPlace() {
        LatencyRecorder recorder = new LatencyRecorder();
        assertEquals(0, recorder.percentileNanos(0.5), "nothing recorded");
        recorder.record(-5);
        assertEquals(0, recorder.percentileNanos(1), "negative counts as zero");
        recorder.record(Long.MAX_VALUE);
        assertEquals(Long.MAX_VALUE, recorder.percentileNanos(1));
        assertEquals(0, recorder.percentileNanos(0.5));
        recorder.reset();
        assertEquals(0, recorder.count());
        assertEquals(0, recorder.percentileNanos(1));
    }

    @Test
    void smallDurationsAreExact() {
        LatencyRecorder recorder = new LatencyRecorder();
        for (long nanos = 0; nanos < 64; nanos++) {
            recorder.reset();
            recorder.record(nanos);
            assertEquals(nanos, recorder.percentileNanos(1));
        }
    }

    @Property(tries = 100)
    void bucketsMakeTheSameRecorder(@ForAll("durations") List<Long> durations) {
        LatencyRecorder recorder = recorded(durations);
        LatencyRecorder copy = new LatencyRecorder();
        recorder.forEach(copy::record);
        assertEquals(recorder.count(), copy.count());
        for (double share : SHARES) {
            assertEquals(recorder.percentileNanos(share), copy.percentileNanos(share), "share=" + share);
        }
    }

    private static LatencyRecorder recorded(List<Long> durations) {
        LatencyRecorder recorder = new LatencyRecorder();
        durations.forEach(recorder::record);
        return recorder;
    }

    @Provide
    Arbitrary<List<Long>> durations() {
        Arbitrary<Long> any = Arbitraries.oneOf(
                Arbitraries.longs().between(0, 200),
                Arbitraries.longs().between(0, 1_000_000),
                Arbitraries.longs().between(0, Long.MAX_VALUE),
                Arbitraries.integers().between(0, 62).map(bit -> 1L << bit),
                Arbitraries.integers().between(0, 62).map(bit -> (1L << bit) - 1));
        return any.list().ofMinSize(1).ofMaxSize(200);
    }
}
