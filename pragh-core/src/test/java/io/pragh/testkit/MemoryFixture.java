package io.pragh.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.memory.Region;
import java.util.SplittableRandom;

/** Memory for the tests of fabrics, filled so that every word tells where it belongs. Stateless. */
final class MemoryFixture {
    static final int SEGMENT = 1 << 16;

    private MemoryFixture() {}

    /** Some segments, with room for one more; equal seeds make equal memory. */
    static Region filled(FabricNetwork network, int segments, long seed) {
        return filled(network.memory(SEGMENT, segments + 1), segments, seed);
    }

    private static Region filled(Region region, int segments, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < segments; i++) {
            region.grow();
        }
        for (long offset = 0; offset < region.bytes(); offset += Long.BYTES) {
            region.setLongRelease(offset, random.nextLong());
        }
        return region;
    }

    /** Two segments exposed by a node, filled by the partition's number. */
    static Region exposed(FabricNetwork network, int node, int partition) {
        return exposed(network, node, partition, partition);
    }

    /** Two segments exposed by a node. */
    static Region exposed(FabricNetwork network, int node, int partition, long seed) {
        Region region = filled(network.node(node).region(SEGMENT, 3), 2, seed);
        network.node(node).expose(partition, region);
        return region;
    }

    static void assertSameWords(Region expected, Region actual, long from, long to) {
        for (long offset = from; offset < to; offset += Long.BYTES) {
            assertEquals(expected.getLongAcquire(offset), actual.getLongAcquire(offset), "word at " + offset);
        }
    }
}
