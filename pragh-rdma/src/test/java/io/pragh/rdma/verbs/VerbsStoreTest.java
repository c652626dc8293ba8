package io.pragh.rdma.verbs;

import io.pragh.core.node.StoreContract;
import io.pragh.testkit.FabricNetwork;
import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf("io.pragh.rdma.verbs.VerbsNodes#hasDevice")
class VerbsStoreTest extends StoreContract {
    @Override
    public FabricNetwork network(int nodes) {
        return VerbsNodes.join(nodes);
    }
}
