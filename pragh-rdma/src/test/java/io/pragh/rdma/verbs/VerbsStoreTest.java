package io.pragh.rdma.verbs;

import io.pragh.core.node.StoreContract;
import io.pragh.testkit.FabricNetwork;
import org.junit.jupiter.api.condition.EnabledIf;

/** Runs the contract of stores on an RDMA device; skipped where there is none. */
@EnabledIf("io.pragh.rdma.verbs.VerbsNodes#hasDevice")
class VerbsStoreTest extends StoreContract {
    /**
     * The device may be soft-RoCE on an emulated processor, where a node has been silent for more than three seconds.
     */
    @Override
    protected boolean isEmulated() {
        return true;
    }

    @Override
    public FabricNetwork network(int nodes) {
        return VerbsNodes.join(nodes);
    }
}
