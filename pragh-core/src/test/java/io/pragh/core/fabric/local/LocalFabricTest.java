package io.pragh.core.fabric.local;

import io.pragh.core.base.Clock;
import io.pragh.testkit.FabricContract;
import io.pragh.testkit.FabricNetwork;
import io.pragh.testkit.ManualClock;
import org.junit.jupiter.api.Nested;

/** The contract without latency; inside, under latencies. */
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
}
