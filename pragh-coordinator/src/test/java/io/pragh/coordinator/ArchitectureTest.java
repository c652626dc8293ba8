package io.pragh.coordinator;

import io.pragh.testkit.LayoutContract;

class ArchitectureTest extends LayoutContract {

    ArchitectureTest() {
        super("coordinator");
    }
}
