package io.pragh.benchmarks.fof;

import io.pragh.core.base.LatencyRecorder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A latency distribution for tables and plots. Immutable, since its recorder is not written any more. */
public final class PutLatency {
    private final LatencyRecorder recorded;

    /** From a recorder whose measurement is over. */
    public PutLatency(LatencyRecorder recorded) {
        this.recorded = recorded;
    }

    /** Percentile in microseconds; 1 gives the longest latency. */
    public double micros(double share) {
        return recorded.percentileNanos(share) / 1e3;
    }

    /**
     * The cumulative distribution: the share of all PUTs that took no longer than so many microseconds, a point per
     * bucket.
     */
    public List<Map<String, Object>> cdf() {
        List<Map<String, Object>> points = new ArrayList<>();
        long[] seen = {0};
        recorded.forEach((nanosMax, count) -> {
            seen[0] += count;
            Map<String, Object> point = new LinkedHashMap<>();
            point.put("micros", nanosMax / 1e3);
            point.put("share", (double) seen[0] / recorded.count());
            points.add(point);
        });
        return points;
    }
}
