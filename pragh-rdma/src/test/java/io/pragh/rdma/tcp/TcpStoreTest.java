package io.pragh.rdma.tcp;

import io.pragh.core.node.StoreContract;
import io.pragh.testkit.FabricNetwork;

/** Runs the contract of stores on TCP, with several nodes in one process. */
class TcpStoreTest extends StoreContract {
    @Override
    public FabricNetwork network(int nodes) {
        return TcpNodes.join(nodes, TcpNodes.withSecret());
    }
}
