package io.pragh.benchmarks.fof;

import io.pragh.core.base.LatencyRecorder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Latencies as people and plots want them. Immutable, but for the recorder in it, which nobody writes any more. */
public final class PutLatency {
    private final LatencyRecorder recorded;

    /** Of a recorder whose measurement is over. */
    public PutLatency(LatencyRecorder recorded) {
        this.recorded = recorded;
    }

    /** Percentile in microseconds; the longest is that of 1. */
    public double micros(double share) {
        return recorded.percentileNanos(share) / 1e3;
    }

    /** The whole distribution: which share of all PUTs took no longer than so many microseconds, a point per bucket. */
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
