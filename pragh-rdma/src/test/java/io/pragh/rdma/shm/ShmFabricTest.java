package io.pragh.rdma.shm;

import io.pragh.testkit.FabricContract;
import io.pragh.testkit.FabricNetwork;
import io.pragh.testkit.FaultPlan;
import io.pragh.testkit.FaultyNetwork;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Nested;

/**
 * Runs the contract of fabrics on {@link ShmFabric} with several nodes in one process. Nested classes repeat the
 * contract under those faults that a fabric must hide from its users.
 */
class ShmFabricTest extends FabricContract {
    @Override
    public FabricNetwork network(int nodes) {
        return ShmNodes.join(nodes, UnaryOperator.identity());
    }

    @Nested
    class UnderAllThatAHealthyFabricMayDo extends FabricContract {
        @Override
        public FabricNetwork network(int nodes) {
            return ShmNodes.join(nodes, new FaultyNetwork(FaultPlan.benign(5))::wrap);
        }
    }
}
