package io.pragh.rdma;

import io.pragh.testkit.LayoutContract;

class ArchitectureTest extends LayoutContract {

    ArchitectureTest() {
        super("rdma");
    }
}
