package io.pragh.core.base;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class LatencyHistogramTest {
    @Property
    void durationFallsIntoTheBucketWhoseBoundsItIsBetween(@ForAll @LongRange(min = 0) long nanos) {
        LatencyHistogram histogram = new LatencyHistogram();
        histogram.record(nanos);
        for (int bucket = 0; bucket < LatencyHistogram.BUCKETS; bucket++) {
            boolean longer = bucket == 0 || nanos > LatencyHistogram.boundNanos(bucket - 1);
            boolean here = longer && nanos <= LatencyHistogram.boundNanos(bucket);
            assertEquals(here ? 1 : 0, histogram.count(bucket), "bucket " + bucket);
        }
        assertEquals(nanos, histogram.sumNanos());
    }

    @Test
    void boundsAreTheDocumentedOnes() {
        assertEquals(256, LatencyHistogram.boundNanos(0));
        assertEquals(1L << 34, LatencyHistogram.boundNanos(LatencyHistogram.BUCKETS - 2));
        assertTrue(LatencyHistogram.boundNanos(LatencyHistogram.BUCKETS - 1) == Long.MAX_VALUE);
    }

    @Test
    void whatIsAddedCanBeTakenAway() {
        LatencyHistogram one = new LatencyHistogram();
        LatencyHistogram other = new LatencyHistogram();
        one.record(100);
        other.record(5_000);
        other.record(-1);
        one.add(other);
        assertEquals(5_100, one.sumNanos());
        one.subtract(other);
        assertEquals(1, one.count(0));
        assertEquals(100, one.sumNanos());
    }
}
