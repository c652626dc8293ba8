package io.pragh.testkit;

import io.pragh.core.fabric.Fabric;
import io.pragh.core.memory.Region;

/** Some nodes, connected by the fabric that a contract test is about. Closed by the test that asked for it. Any thread. */
public interface FabricNetwork extends AutoCloseable {
    /** A node; the numbers start at zero. */
    Fabric node(int number);

    /** Memory that the first node can expose, and that all can land in; without segments. */
    default Region memory(int segmentBytes, int segmentCountMax) {
        return node(0).region(segmentBytes, segmentCountMax);
    }

    /** Whether messages of one sender to one receiver arrive in the order in which they were sent. */
    default boolean keepsOrder() {
        return false;
    }

    /** Makes a node crash: it does nothing any more and others notice by themselves; false when this network cannot. */
    default boolean crash(int node) {
        return false;
    }

    @Override
    void close();

    /** Makes the networks of one kind of fabric. */
    interface Factory {
        /** A network of nodes that do not expose anything yet. */
        FabricNetwork network(int nodes);
    }
}
