package io.pragh.benchmarks.fof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.access.ReadCounters;
import io.pragh.core.base.LatencyRecorder;
import io.pragh.core.base.PraghException;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.fabric.FabricCounters;
import io.pragh.core.fabric.local.LatencyModel;
import io.pragh.core.placement.PlacementMode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Checks that orders and answers between a run and the processes of its nodes survive their encoding, and that other
 * lines are refused.
 */
class WireTest {
    @Test
    void ordersArriveAsTheyWereGiven() {
        FofConfig config = new FofConfig(
                Api.STORE,
                new ClusterShape(2, 16, 1, 8, LatencyModel.NONE),
                new Workload(64, 0.99, 100, 0.05, InsertPlace.GRAPH, -7),
                PlacementMode.DEFERRED,
                1_000_000_000,
                0,
                LeasePolicy.DEFAULT);
        Wire.Order join = new Wire.Order(
                Wire.Step.JOIN,
                new Wire.Joining(
                        Scheme.SPLIT_CACHE,
                        config,
                        new GraphSource(null, 8, 16, 1),
                        "zk:127.0.0.1:1/graph?coordinator=none",
                        "tcp://127.0.0.1:0",
                        "a secret of the whole run",
                        Map.of("secret", "line\nend and \"quotes\""),
                        "node-1",
                        2,
                        "/folder",
                        "/data"),
                null);
        String line = Wire.line(join);
        assertFalse(line.contains("\n"), line);
        assertEquals(join, Wire.parse(line, Wire.Order.class));
        Wire.Order file = new Wire.Order(Wire.Step.START, null, List.of(3, 7));
        assertEquals(file, Wire.parse(Wire.line(file), Wire.Order.class));
    }

    private static LoadEnd end(int node) {
        LatencyRecorder latency = new LatencyRecorder();
        for (int i = 0; i < 100; i++) {
            latency.record(1000L * node + (long) i * i);
        }
        latency.record(Long.MAX_VALUE);
        PutTimes inserts = new PutTimes();
        inserts.called(5000, true);
        inserts.took(7000);
        ReadCounters reads = new ReadCounters();
        reads.valuesRemote = 3L * node;
        reads.retries = 1L << 40;
        LoadWorker.Sample worker = new LoadWorker.Sample(100, 10L * node, 1, node, 50, 77, reads, latency);
        LoadSample sample = new LoadSample(
                List.of(worker), new FabricCounters(1, 2, 3, 4, 5, 6, 7), node, 10L * node, 1000, 4096, null);
        return new LoadEnd(sample, latency, inserts, List.of(Map.of(1L << 60, 5L * node, -3L, 1L)));
    }

    private static LoadEnd sent(LoadEnd end) {
        Wire.Answer answer = Wire.parse(Wire.line(Wire.Answer.of(end)), Wire.Answer.class);
        assertEquals(Wire.Kind.DONE, answer.kind());
        LoadEnd arrived = answer.end();
        assertNotNull(arrived);
        return arrived;
    }

    @Test
    void histogramsAndCountsAddUpOverProcesses() {
        LoadEnd all = LoadEnd.together(List.of(sent(end(1)), sent(end(2))));
        LatencyRecorder both = new LatencyRecorder();
        both.merge(end(1).queries());
        both.merge(end(2).queries());
        assertEquals(202, all.queries().count());
        for (double share = 0; share <= 1; share += 0.01) {
            assertEquals(both.percentileNanos(share), all.queries().percentileNanos(share), "share=" + share);
        }
        assertEquals(2, all.inserts().waited().count());
        assertEquals(2, all.inserts().queued().count());
        assertEquals(2, all.inserts().calls().count());
        assertEquals(new FabricCounters(2, 4, 6, 8, 10, 12, 14), all.sample().fabric());
        assertEquals(3, all.sample().valuesMoved());
        assertEquals(30, all.sample().bytesMoved());
        assertEquals(8192, all.sample().regionBytes());
        assertEquals(2000, all.sample().processNanos());
        assertEquals(202, all.sample().latency().count());
        LoadSample nothing = LoadSample.together(List.of(begun(), begun()));
        LoadSample.Delta delta = all.sample().since(nothing);
        assertEquals(30, delta.queries());
        assertEquals(3, delta.again());
        assertEquals(9, delta.reads().valuesRemote);
        assertEquals(1L << 41, delta.reads().retries);
        assertEquals(new Optimum(17, 6), Optimum.of(all.readsByNode()), "5 and 1 elsewhere than at the best node");
    }

    private static LoadSample begun() {
        LoadWorker.Sample worker = new LoadWorker.Sample(0, 0, 0, 0, 0, 0, new ReadCounters(), new LatencyRecorder());
        return new LoadSample(List.of(worker), FabricCounters.NONE, 0, 0, 0, 0, null);
    }

    @Test
    void whatIsNoMessageIsRefused() {
        PraghException refused =
                assertThrows(PraghException.class, () -> Wire.parse("warning: all is well", Wire.Answer.class));
        assertTrue(String.valueOf(refused.getMessage()).contains("expected=Answer"), refused.getMessage());
    }
}
