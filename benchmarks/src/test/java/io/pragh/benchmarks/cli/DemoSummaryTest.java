package io.pragh.benchmarks.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.benchmarks.fof.DemoRun;
import io.pragh.benchmarks.fof.Measurement;
import io.pragh.benchmarks.fof.Optimum;
import io.pragh.benchmarks.fof.Phase;
import io.pragh.benchmarks.fof.PutTimes;
import io.pragh.benchmarks.fof.Scheme;
import io.pragh.benchmarks.fof.Second;
import io.pragh.core.access.ReadCounters;
import io.pragh.core.base.LatencyRecorder;
import io.pragh.core.fabric.FabricCounters;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks the text that the demo prints about a run. */
class DemoSummaryTest {
    @Test
    void aLatencyThatGotWorseIsToldBesideTheThroughput() {
        String said =
                DemoSummary.of(new DemoRun.Result(measured(1000, 50_000), measured(1200, 100_000), true, 5, 2_000_000));
        assertTrue(
                said.endsWith(
                        "5 values (2.0 MB) were moved to where they are read; 1.2 times as many queries per second as"
                                + " before, 2.0 times the median latency.\n"),
                said);
    }

    @Test
    void callsThatWereMadeAgainAreTold() {
        String said = DemoSummary.of(
                new DemoRun.Result(measured(1000, 50_000, 1200), measured(1000, 50_000, 34), true, 5, 2_000_000));
        assertTrue(
                said.endsWith("\n1,234 calls were made again, since a node did not answer for a moment: the machine may"
                        + " be overloaded\n"),
                said);
    }

    @Test
    void nothingIsConcludedFromARunThatWasStopped() {
        String said = DemoSummary.of(
                new DemoRun.Result(measured(1000, 50_000), measured(1200, 100_000), false, 5, 2_000_000));
        assertTrue(said.endsWith("5 values (2.0 MB) were moved to where they are read.\n"), said);
    }

    /** Phases end within a second, so that a line does not stand for a second. */
    @Test
    void linesSayHowLongTheLoadHasRun() {
        StringWriter out = new StringWriter();
        try (RunDisplay loading = new RunDisplay(new PrintWriter(new StringWriter()), false);
                DemoDisplay display = new DemoDisplay(loading, new PrintWriter(out), null)) {
            for (double seconds : new double[] {0.84, 1, 1, 0.4}) {
                display.second(Scheme.SPLIT_CACHE, new Second(9, Phase.BEFORE, seconds, 1, 1, 0, 0, 0, 0, 0));
            }
        }
        assertEquals(
                List.of("0.8 s", "1.8 s", "2.8 s", "3.2 s"),
                out.toString().lines().map(line -> line.strip().substring(0, 5)).toList());
    }

    private static Measurement measured(double queriesPerSecond, long medianNanos) {
        return measured(queriesPerSecond, medianNanos, 0);
    }

    private static Measurement measured(double queriesPerSecond, long medianNanos, long again) {
        LatencyRecorder latency = new LatencyRecorder();
        latency.record(medianNanos, 100);
        return new Measurement(
                1,
                queriesPerSecond,
                0,
                (long) queriesPerSecond,
                0,
                again,
                0,
                0,
                0,
                new ReadCounters(),
                FabricCounters.NONE,
                0,
                0,
                latency,
                new PutTimes(),
                Optimum.NONE);
    }
}
