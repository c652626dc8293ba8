package io.pragh.benchmarks.fof;

import java.util.List;

/**
 * The results of one scheme. Immutable.
 *
 * @param scheme the scheme
 * @param loadSeconds duration of loading
 * @param regionBytes memory that the partitions had taken at the end
 * @param measured results of the seconds that count
 * @param valuesMoved values that were moved since the load began, warm-up included
 * @param bytesMoved bytes of them
 * @param series every second, warm-up included
 */
public record SchemeResult(
        Scheme scheme,
        double loadSeconds,
        long regionBytes,
        Measurement measured,
        long valuesMoved,
        long bytesMoved,
        List<Second> series) {
    /** Copies the series. */
    public SchemeResult {
        series = List.copyOf(series);
    }
}
