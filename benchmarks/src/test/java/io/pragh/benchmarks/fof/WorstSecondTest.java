package io.pragh.benchmarks.fof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.LatencyRecorder;
import io.pragh.core.fabric.FabricCounters;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks that the second with the fewest queries is chosen from those since values began to move. */
class WorstSecondTest {
    private final List<Second> series = new ArrayList<>();

    private void second(Phase phase, double seconds, double rate) {
        series.add(new Second(series.size() + 1, phase, seconds, rate, 1000 + rate, 0, 0, 0, 0, 0));
    }

    private SchemeResult result(Scheme scheme) {
        Measurement nothing = Measurement.of(
                new LoadSample(List.of(), FabricCounters.NONE, 0, 0, 0, 0, null),
                new LoadEnd(
                        new LoadSample(List.of(), FabricCounters.NONE, 0, 0, 0, 0, null),
                        new LatencyRecorder(),
                        new PutTimes(),
                        List.of()));
        return new SchemeResult(scheme, 0, 0, nothing, 0, 0, series);
    }

    @Test
    void theWorstSecondIsOneSinceValuesMove() {
        second(Phase.WARM_UP, 1, 10);
        second(Phase.WARM_UP, 1, 40);
        second(Phase.WARM_UP, 1, 50);
        second(Phase.WARM_UP, 0.1, 900);
        second(Phase.MIGRATING, 1, 30);
        second(Phase.MIGRATING, 1, 100);
        second(Phase.MEASURED, 1, 200);
        second(Phase.MEASURED, 1, 140);
        second(Phase.MEASURED, 0.1, 1);
        WorstSecond worst = WorstSecond.of(result(Scheme.SPLIT_CACHE)).orElseThrow();
        assertEquals(5, worst.second().number());
        assertEquals(1030, worst.second().p99Micros());
        assertEquals(30.0 / 120, worst.ofMedian(), "of 30, 100, 140 and 200");
        assertEquals(30.0 / 40, worst.ofBefore(), "of 10, 40 and 50");
        assertTrue(WorstSecond.of(result(Scheme.CACHE)).isEmpty(), "nothing moves");
    }

    @Test
    void thereMayBeNothingBefore() {
        assertTrue(WorstSecond.of(result(Scheme.SPLIT)).isEmpty());
        second(Phase.MEASURED, 1, 100);
        WorstSecond only = WorstSecond.of(result(Scheme.SPLIT)).orElseThrow();
        assertEquals(1, only.ofMedian());
        assertNull(only.ofBefore());
    }
}
