package io.pragh.rdma.tcp;

import io.pragh.core.node.StoreContract;
import io.pragh.testkit.FabricNetwork;

class TcpStoreTest extends StoreContract {
    @Override
    public FabricNetwork network(int nodes) {
        return TcpNodes.join(nodes, TcpNodes.withSecret());
    }
}
