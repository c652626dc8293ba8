package io.pragh.core.fabric.local;

import io.pragh.core.base.Clock;
import io.pragh.testkit.FabricContract;
import io.pragh.testkit.FabricNetwork;
import io.pragh.testkit.FaultPlan;
import io.pragh.testkit.FaultyNetwork;
import io.pragh.testkit.ManualClock;
import org.junit.jupiter.api.Nested;

/**
 * Runs the contract without latency; nested classes run it under latencies, and under the faults that a healthy
 * fabric may show.
 */
class LocalFabricTest extends FabricContract {
    @Override
    public FabricNetwork network(int nodes) {
        return LocalNodes.join(new LocalNetwork(), nodes);
    }

    @Nested
    class UnderTheLatencyOfThePaper extends FabricContract {
        @Override
        public FabricNetwork network(int nodes) {
            return LocalNodes.join(new LocalNetwork(LatencyModel.PAPER, Clock.SYSTEM), nodes);
        }
    }

    @Nested
    class WithTimeThatPassesByLooking extends FabricContract {
        @Override
        public FabricNetwork network(int nodes) {
            return LocalNodes.join(
                    new LocalNetwork(LatencyModel.PAPER, new ManualClock(Long.MAX_VALUE - 50_000, 700)), nodes);
        }
    }

    @Nested
    class UnderDelays extends FabricContract {
        @Override
        public FabricNetwork network(int nodes) {
            return faulty(
                    nodes,
                    FaultPlan.none(1)
                            .with(FaultPlan.Operations.NONE.delaying(0.5, 3))
                            .with(new FaultPlan.Messages(0, 0.5, 3, 0)));
        }
    }

    @Nested
    class UnderChangesOfOrder extends FabricContract {
        @Override
        public FabricNetwork network(int nodes) {
            return faulty(
                    nodes,
                    FaultPlan.none(2)
                            .with(FaultPlan.Operations.NONE.reordering(1))
                            .with(new FaultPlan.Messages(0, 0, 1, 0.5)));
        }
    }

    @Nested
    class UnderAllThatAHealthyFabricMayDo extends FabricContract {
        @Override
        public FabricNetwork network(int nodes) {
            return faulty(nodes, FaultPlan.benign(3));
        }
    }

    private static FabricNetwork faulty(int nodes, FaultPlan plan) {
        return LocalNodes.join(new LocalNetwork(), nodes, new FaultyNetwork(plan)::wrap);
    }
}
