package io.pragh.tinkerpop;

import io.pragh.testkit.LayoutContract;

class ArchitectureTest extends LayoutContract {

    ArchitectureTest() {
        super("tinkerpop");
    }
}
