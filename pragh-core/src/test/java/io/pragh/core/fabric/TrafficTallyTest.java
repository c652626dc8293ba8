package io.pragh.core.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.pragh.testkit.Workers;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TrafficTallyTest {
    private static final Traffic WORD_READ = new Traffic(1, 0, 0, 0, 8, 0, 0, 0);

    private final TrafficTally tally = new TrafficTally();

    private static void read(EndpointTally endpoint, int node) {
        endpoint.operation(node, Batch.Kind.READ, Long.BYTES);
    }

    @Test
    void endpointsAddUpAndStayCountedWhenTheyClose() {
        EndpointTally first = tally.open();
        EndpointTally second = tally.open();
        read(first, 3);
        read(second, 3);
        second.operation(3, Batch.Kind.WRITE, 64);
        second.operation(200, Batch.Kind.CAS, 8);
        second.operation(200, Batch.Kind.FETCH_ADD, 8);
        first.batch();
        second.batch();
        tally.message(200, 5);
        Map<Integer, Traffic> expected =
                Map.of(3, new Traffic(2, 1, 0, 0, 16, 64, 0, 0), 200, new Traffic(0, 0, 1, 1, 0, 0, 1, 5));

        assertEquals(expected, tally.traffic());
        tally.close(second);
        tally.close(second);
        assertEquals(expected, tally.traffic());
        assertEquals(new FabricCounters(2, 1, 2, 96, 2, 1, 5), tally.counters());
    }

    /** As many nodes as a cluster can have at a time, as many again, and then one more. */
    @Test
    void nodesBeyondTheBoundAreCountedTogether() {
        EndpointTally endpoint = tally.open();
        int start = 1_000_000; // node numbers grow with every member that joins
        for (int i = 0; i < TrafficTally.NODES_MAX + 1; i++) {
            read(endpoint, start + 3 * i);
        }
        assertEquals(TrafficTally.NODES_MAX + 1, tally.traffic().size());
        assertEquals(WORD_READ, tally.traffic().get(TrafficTally.OTHERS));
        assertNull(tally.traffic().get(start + 3 * TrafficTally.NODES_MAX));

        assertEquals(WORD_READ, tally.forget(start));
        read(endpoint, start + 3 * TrafficTally.NODES_MAX);
        assertEquals(
                WORD_READ, tally.traffic().get(start + 3 * TrafficTally.NODES_MAX), "it has the room of the first");
        assertEquals(WORD_READ, tally.traffic().get(TrafficTally.OTHERS));
        assertEquals(Traffic.NONE, tally.forget(start));
        assertEquals(Traffic.NONE, tally.forget(TrafficTally.OTHERS));
        assertEquals(TrafficTally.NODES_MAX + 2, tally.counters().reads());
    }

    /** Members come and go for long: each present member is counted separately, and no count is lost. */
    @Test
    void roomOfTheForgottenIsUsedAnew() {
        EndpointTally endpoint = tally.open();
        Traffic returned = Traffic.NONE;
        for (int node = 0; node < 10 * TrafficTally.NODES_MAX; node++) {
            read(endpoint, 0);
            read(endpoint, node + 1);
            tally.message(node + 1, 7);
            if (node >= 100) {
                returned = returned.plus(tally.forget(node - 99));
            }
        }
        Map<Integer, Traffic> traffic = tally.traffic();
        assertEquals(101, traffic.size());
        assertEquals(10 * TrafficTally.NODES_MAX, traffic.get(0).reads());
        Traffic all = traffic.values().stream().reduce(returned, Traffic::plus);
        assertEquals(20L * TrafficTally.NODES_MAX, all.reads());
        assertEquals(70L * TrafficTally.NODES_MAX, all.messageBytes());
        assertEquals(tally.counters().reads(), all.reads());
    }

    @Test
    void forgettingWhileOthersCountLosesNothingOfTheTotal() {
        int threads = 3;
        int operations = 200_000;
        AtomicInteger done = new AtomicInteger();
        try (Workers workers = new Workers()) {
            for (int thread = 0; thread < threads; thread++) {
                EndpointTally endpoint = tally.open();
                workers.start(() -> {
                    for (int i = 0; i < operations; i++) {
                        read(endpoint, i % 300);
                        endpoint.batch();
                        tally.message(i % 300, 1);
                    }
                    done.incrementAndGet();
                });
            }
            workers.start(() -> {
                for (int node = 0; done.get() < threads && !workers.stopped(); node = (node + 1) % 300) {
                    tally.forget(node);
                }
            });
            workers.join();
        }
        long all = (long) threads * operations;
        assertEquals(new FabricCounters(all, 0, 0, 8 * all, all, all, all), tally.counters());
    }
}
