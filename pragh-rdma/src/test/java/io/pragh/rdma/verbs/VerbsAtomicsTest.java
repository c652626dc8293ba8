package io.pragh.rdma.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.memory.Region;
import io.pragh.testkit.Asker;
import io.pragh.testkit.Workers;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * Checks that no update of a word is lost when its owner and other nodes change it through the card. Shows also that
 * updates are lost when the owner goes past the card. Skipped where there is no device.
 */
@EnabledIf("io.pragh.rdma.verbs.VerbsNodes#hasDevice")
class VerbsAtomicsTest {
    private static final int SEGMENT = 1 << 12;
    private static final int UPDATES = 20_000;
    private static final long SECONDS_MAX = 60;

    private static Region exposed(Fabric fabric) {
        Region memory = fabric.region(SEGMENT, 1);
        memory.grow();
        fabric.expose(5, memory);
        return memory;
    }

    /** Adds one by CAS, again and again. */
    private static void increment(Fabric fabric, int times) {
        try (Asker asker = new Asker(fabric)) {
            long word = asker.read(5, 8);
            for (int i = 0; i < times; ) {
                long found = asker.cas(5, 8, word, word + 1);
                i += found == word ? 1 : 0;
                word = found == word ? word + 1 : found;
            }
        }
    }

    @Test
    void noUpdateIsLostWhenTheOwnerGoesThroughTheCardToo() {
        try (VerbsNodes nodes = VerbsNodes.join(3);
                Workers workers = new Workers()) {
            Region memory = exposed(nodes.node(0));
            assertFalse(nodes.node(0).atomicWithCpu());
            for (int node = 0; node < 3; node++) {
                Fabric fabric = nodes.node(node);
                workers.start(() -> increment(fabric, UPDATES / 10));
            }
            workers.join();
            assertEquals(3L * UPDATES / 10, memory.getLongAcquire(8));
        }
    }

    /**
     * Shows why {@link Fabric#atomicWithCpu} is false. The owner adds with its processor to a word on which another
     * node's card works, though only by a CAS that never swaps. Where the device's atomics are also atomic with the
     * processor, nothing is lost, and the test is skipped.
     */
    @Test
    void updatesAreLostWhenTheOwnerGoesPastTheCard() {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "SKIPPED: two processors are needed for a race");
        try (VerbsNodes nodes = VerbsNodes.join(2);
                Workers workers = new Workers()) {
            assumeTrue(
                    nodes.verbs(0).device().atomics() != DeviceAtomics.MACHINE,
                    "SKIPPED: the device's atomics are the processor's");
            Region memory = exposed(nodes.node(0));
            long[] byOwner = {0};
            workers.start(() -> {
                while (!workers.stopped()) {
                    memory.getAndAdd(8, 1);
                    byOwner[0]++;
                }
            });
            long start = System.nanoTime();
            long tried = 0;
            try (Endpoint endpoint = nodes.node(1).open()) {
                Batch batch = new Batch(32);
                while (tried < UPDATES && System.nanoTime() - start < TimeUnit.SECONDS.toNanos(SECONDS_MAX)) {
                    batch.clear();
                    for (int i = 0; i < 32; i++) {
                        batch.cas(5, 8, -1, 0); // -1 is never the word's content
                    }
                    endpoint.execute(batch);
                    tried += 32;
                }
            }
            workers.stop();
            long lost = byOwner[0] - memory.getLongAcquire(8);
            System.out.println("past the card: " + lost + " of " + byOwner[0]
                    + " updates of the owner were lost beside " + tried + " CAS that never swapped");
            assertTrue(lost > 0, "lost=" + lost + " of=" + byOwner[0]);
        }
    }
}
