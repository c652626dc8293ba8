package io.pragh.rdma.verbs;

import io.pragh.core.node.StoreContract;
import io.pragh.testkit.FabricNetwork;
import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf("io.pragh.rdma.verbs.VerbsNodes#hasDevice")
class VerbsStoreTest extends StoreContract {
    /** Soft-RoCE on an emulated processor: a node was seen to be silent for more than three seconds. */
    @Override
    protected boolean isEmulated() {
        return true;
    }

    @Override
    public FabricNetwork network(int nodes) {
        return VerbsNodes.join(nodes);
    }
}
