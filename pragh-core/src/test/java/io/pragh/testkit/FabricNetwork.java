package io.pragh.testkit;

import io.pragh.core.fabric.Fabric;
import io.pragh.core.memory.Region;

/** Some nodes, connected by the fabric under test. Closed by the test that has made it. Any thread. */
public interface FabricNetwork extends AutoCloseable {
    /** A node; the numbers start at zero. */
    Fabric node(int number);

    /** Memory that the first node can expose, and that all nodes can land in; without segments. */
    default Region memory(int segmentBytes, int segmentCountMax) {
        return node(0).region(segmentBytes, segmentCountMax);
    }

    /** Whether messages of one sender to one receiver arrive in the order in which they were sent. */
    default boolean keepsOrder() {
        return false;
    }

    /**
     * Crashes a node: it makes no more steps, and others notice by themselves; false when this network cannot do
     * that.
     */
    default boolean crash(int node) {
        return false;
    }

    @Override
    void close();

    /** Makes the networks of one kind of fabric. */
    interface Factory {
        /** A network of nodes without exposed memory. */
        FabricNetwork network(int nodes);
    }
}
