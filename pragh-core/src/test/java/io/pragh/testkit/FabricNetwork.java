package io.pragh.testkit;

import io.pragh.core.fabric.Fabric;
import io.pragh.core.memory.Region;

/** Some nodes, connected by the fabric that a contract test is about. Closed by the test that asked for it. Any thread. */
public interface FabricNetwork extends AutoCloseable {
    /** A node; the numbers start at zero. */
    Fabric node(int number);

    /** Memory that this fabric can expose, and land in; without segments. */
    default Region memory(int segmentBytes, int segmentCountMax) {
        return Region.direct(segmentBytes, segmentCountMax);
    }

    @Override
    void close();

    /** Makes the networks of one kind of fabric. */
    interface Factory {
        /** A network of nodes that do not expose anything yet. */
        FabricNetwork network(int nodes);
    }
}
