package io.pragh.benchmarks.micro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.benchmarks.micro.Churn.Moment;
import io.pragh.benchmarks.micro.Churn.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks the benchmark of inserts and deletes: sizes stay steady, and the last third is compared with the first. */
class ChurnTest {
    private static final int CLIENTS = 4;
    private static final int SCALE = 8;

    @Test
    void sizesAreSteadyWhileEdgesComeAndGo() throws Exception {
        List<String> printed = new ArrayList<>();
        try (Churn churn = new Churn(CLIENTS, SCALE, printed::add)) {
            Outcome outcome = churn.run(1.5, 0.25);
            assertEquals(churn.edgesSteady(), outcome.edges());
            List<Moment> moments = outcome.moments();
            Moment last = moments.get(moments.size() - 1);
            assertTrue(last.operations() > moments.get(0).operations());
            assertTrue(last.values() >= last.resting() && last.taken() > last.values(), last::toString);
            assertTrue(outcome.heapThird() > 0 && outcome.heapEnd() > 0);
            assertEquals(moments.size(), printed.size());
        }
    }

    @Test
    void theLastThirdIsComparedWithTheFirst() {
        long second = 1_000_000_000;
        List<Moment> moments = List.of(
                new Moment(0, 100, 0, 50 << 20, 30 << 20, 0),
                new Moment(second, 1_100, second / 1_000, 50 << 20, 40 << 20, 10 << 20),
                new Moment(2 * second, 2_000, second / 500, 60 << 20, 50 << 20, 10 << 20),
                new Moment(3 * second, 2_500, second / 250, 60 << 20, 50 << 20, 15 << 20));
        assertEquals(
                "2,500 operations, 3 conflicts, 7 edges; from the first to the last third: operations/s -50.0 %, processor time each"
                        + " +300.0 %, off the heap +10.0 MiB, in values without what rests +5.0 MiB, on the heap after a collection +1.0 MiB"
                        + " (now 3.0)",
                Churn.show(new Outcome(moments, 2 << 20, 3 << 20, 7, 3)));
    }
}
