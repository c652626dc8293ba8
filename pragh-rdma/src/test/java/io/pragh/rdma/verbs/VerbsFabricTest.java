package io.pragh.rdma.verbs;

import io.pragh.testkit.FabricContract;
import io.pragh.testkit.FabricNetwork;
import org.junit.jupiter.api.condition.EnabledIf;

/** Runs the contract of fabrics on an RDMA device; skipped where there is none. */
@EnabledIf("io.pragh.rdma.verbs.VerbsNodes#hasDevice")
class VerbsFabricTest extends FabricContract {
    @Override
    public FabricNetwork network(int nodes) {
        return VerbsNodes.join(nodes);
    }
}
