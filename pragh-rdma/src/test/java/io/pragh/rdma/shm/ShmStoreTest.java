package io.pragh.rdma.shm;

import io.pragh.core.node.StoreContract;
import io.pragh.testkit.FabricNetwork;
import java.util.function.UnaryOperator;

/** Runs the contract of stores on shared memory, with several nodes in one process. */
class ShmStoreTest extends StoreContract {
    @Override
    public FabricNetwork network(int nodes) {
        return ShmNodes.join(nodes, UnaryOperator.identity());
    }
}
