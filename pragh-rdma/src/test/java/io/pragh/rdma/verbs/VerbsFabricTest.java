package io.pragh.rdma.verbs;

import io.pragh.testkit.FabricContract;
import io.pragh.testkit.FabricNetwork;
import org.junit.jupiter.api.condition.EnabledIf;

/** The contract on an RDMA device. */
@EnabledIf("io.pragh.rdma.verbs.VerbsNodes#hasDevice")
class VerbsFabricTest extends FabricContract {
    @Override
    public FabricNetwork network(int nodes) {
        return VerbsNodes.join(nodes);
    }
}
