package io.pragh.benchmarks.fof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.benchmarks.data.RmatEdges;
import io.pragh.benchmarks.data.RmatParameters;
import io.pragh.core.access.ReadCounters;
import io.pragh.core.base.PraghException;
import io.pragh.core.bulk.Progress;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.fabric.local.LatencyModel;
import io.pragh.core.placement.PlacementMode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks the sums of whole runs, which are too short to measure speed. */
class FofRunTest {
    private static final double WARMUP = 0.1;
    private static final double SECONDS = 0.3;
    private static final double PATIENCE_SECONDS = 60;

    private final BenchGraph graph = BenchGraph.survey(new RmatEdges(RmatParameters.graph500(8, 1)), Progress.NONE);
    private StopSignal stop = new StopSignal();
    private boolean stopWhenMoved;

    private final RunObserver observer = new RunObserver() {
        @Override
        public Progress loading(Scheme scheme, long workTotal) {
            return Progress.NONE;
        }

        @Override
        public void loaded(Scheme scheme, double loadSeconds) {
            assertTrue(loadSeconds >= 0);
        }

        @Override
        public void second(Scheme scheme, Second second) {
            if (stopWhenMoved && second.valuesMoved() > 0) {
                stop.stop();
            }
        }
    };

    private InsertPlace insertPlace = InsertPlace.GRAPH;

    private FofConfig config(int nodes, int workers, double insertShare) {
        return config(nodes, workers, insertShare, PlacementMode.EAGER);
    }

    private FofConfig config(int nodes, int workers, double insertShare, PlacementMode mode) {
        return new FofConfig(
                Api.STORE,
                new ClusterShape(nodes, 4, workers, 4, LatencyModel.NONE),
                new Workload(64, 0.99, 100, insertShare, insertPlace, 7),
                mode,
                50_000_000,
                1 << 20,
                LeasePolicy.DEFAULT);
    }

    private SchemeResult run(Scheme scheme, FofConfig config) {
        return new FofRun(config, graph, observer, stop).run(scheme, WARMUP, SECONDS);
    }

    private static void assertSumsAgree(Measurement measured) {
        ReadCounters reads = measured.reads();
        assertTrue(measured.queries() > 0, "queries were run");
        assertEquals(measured.valueReads(), reads.valuesLocal + reads.valuesRemote, "clients and readers agree");
        assertEquals(measured.queries(), measured.queryLatency().count(), "every query was timed");
        assertEquals(measured.inserts(), measured.insertTimes().queued().count(), "every insert was timed");
        assertEquals(measured.inserts(), measured.insertTimes().calls().count(), "and its call as well");
        assertTrue(measured.seconds() >= SECONDS && measured.queriesPerSecond() > 0);
    }

    @ParameterizedTest
    @EnumSource(InsertPlace.class)
    void withoutMigrationAllHomesButOneAreRemote(InsertPlace place) {
        insertPlace = place;
        for (Scheme scheme : List.of(Scheme.ORIG, Scheme.ORIG_BATCHED, Scheme.CACHE)) {
            Measurement measured = run(scheme, config(4, 2, 0.2)).measured();
            assertSumsAgree(measured);
            assertEquals(measured.valueReads(), measured.optimum().valueReads(), "the tally saw every read");
            assertTrue(measured.inserts() > 0);
            assertTrue(measured.remoteValueShare() > 0.5, scheme + " remote=" + measured.remoteValueShare());
            assertTrue(measured.optimum().remoteValueShare() <= measured.remoteValueShare());
            assertTrue(measured.fabric().reads() >= measured.reads().valuesRemote);
            if (scheme == Scheme.CACHE) {
                assertTrue(measured.reads().cacheHits > measured.reads().cacheMisses);
            } else {
                assertTrue(measured.reads().keysRemote >= measured.reads().valuesRemote);
                assertEquals(0, measured.reads().cacheHits);
            }
        }
    }

    /** The run has no fixed length: it ends with the first second in which a value has moved, within a limit. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void migrationBringsValuesToTheirReaders(PlacementMode mode) {
        stopWhenMoved = true;
        for (Scheme scheme : List.of(Scheme.SPLIT, Scheme.SPLIT_CACHE)) {
            stop = new StopSignal();
            SchemeResult result =
                    new FofRun(config(4, 2, 0.05, mode), graph, observer, stop).run(scheme, 0, PATIENCE_SECONDS);
            assertSumsAgree(result.measured());
            assertTrue(result.valuesMoved() > 0 && result.bytesMoved() > 0, scheme + " " + mode);
        }
    }

    @Test
    void migrationThatNobodyDecidesOnIsRefused() {
        assertThrows(PraghException.class, () -> config(4, 2, 0.05, PlacementMode.NONE));
    }

    @Test
    void whatMovesLateStaysThroughoutTheWarmUp() {
        stopWhenMoved = true;
        SchemeResult result = new FofRun(config(4, 2, 0.5), graph, observer, stop)
                .runMovingLate(Scheme.SPLIT_CACHE, 5 * WARMUP, PATIENCE_SECONDS);
        assertSumsAgree(result.measured());
        assertTrue(result.valuesMoved() > 0);
        assertEquals(result.measured().valuesMoved(), result.valuesMoved());
    }

    @Test
    void onOneNodeEverythingIsLocal() {
        SchemeResult result = run(Scheme.IDEAL, config(4, 2, 0.05));
        assertSumsAgree(result.measured());
        assertEquals(0, result.measured().remoteShare());
        assertEquals(0, result.measured().oneSidedOpsPerQuery());
        assertEquals(0, result.valuesMoved());
    }

    @Test
    void stoppedRunsEndEarly() {
        stop.stop();
        assertThrows(StopSignal.StoppedException.class, () -> run(Scheme.CACHE, config(2, 1, 0)));
    }

    @Test
    void memoryNeededIsMemoryTaken() {
        BenchGraph larger = BenchGraph.survey(new RmatEdges(RmatParameters.graph500(16, 1)), Progress.NONE);
        FofConfig config = config(4, 1, 0.05);
        SchemeResult result = new FofRun(config, larger, observer, stop).run(Scheme.CACHE, 0, 0.1);
        long caches = config.shape().nodes() * config.cacheBytes();
        double estimated = MemoryNeed.of(larger, config).directBytes() - caches;
        double taken = result.regionBytes();
        assertTrue(taken <= estimated && estimated < 2 * taken, "estimated=" + estimated + " taken=" + taken);
    }
}
