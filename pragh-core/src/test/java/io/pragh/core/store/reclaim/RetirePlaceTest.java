package io.pragh.core.store.reclaim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.PartitionHeader;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.fabric.local.LocalFabric;
import io.pragh.core.fabric.local.LocalNetwork;
import io.pragh.core.memory.PageRuns;
import io.pragh.core.memory.Region;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * Checks that a writer finds its place in a ring, whatever the owner does meanwhile. An address that is written to an
 * entry that the owner has passed waits there until the ring has gone round, and the ring is out of step from then on.
 */
class RetirePlaceTest {
    private static final int RINGS = 128;
    private static final int CAPACITY = 128;
    private static final int OWNER = 0;
    private static final int WRITER = 5;
    private static final int STEPS_MAX = 24;

    private final LocalNetwork network = new LocalNetwork();
    private final LocalFabric owner = network.join(0);
    private final LocalFabric writing = network.join(1);
    private final Set<Long> drained = new HashSet<>();
    private Region region;
    private RetireRings rings;
    private long next = 1;

    /** Executes batches in its own way. One thread. */
    private final class Steered implements Endpoint {
        private final Endpoint endpoint = writing.open();
        private final Consumer<Batch> way;

        Steered(Consumer<Batch> way) {
            this.way = way;
        }

        @Override
        public void post(Batch batch) {
            way.accept(batch);
        }

        @Override
        public boolean poll(Batch batch) {
            return true;
        }

        @Override
        public void close() {
            endpoint.close();
        }
    }

    private void expose() {
        region = Region.direct(1 << 18, 4);
        rings = RetireRings.create(region, new PageRuns(region), RINGS);
        owner.expose(OWNER, region);
        drained.clear();
        next = 1;
    }

    private void drain() {
        rings.drain(drained::add);
    }

    private void retire(RetireWriter writer, int count) {
        for (int i = 0; i < count; i++) {
            writer.retire(OWNER, next++);
        }
    }

    /** Writes all addresses; the owner may have been at work at the first attempt. */
    private static void assertWritten(RetireWriter writer, String when) {
        boolean written = writer.flush();
        assertTrue(written || writer.flush(), when);
    }

    /** Retires enough to go round twice, and checks that nothing waits in the ring in the end. */
    private void assertInStep(RetireWriter writer, String when) {
        for (int i = 0; i < 2 * CAPACITY; i++) {
            retire(writer, 1);
            assertWritten(writer, when);
            drain();
            assertEquals(next - 1, drained.size(), when + ": all addresses have arrived");
        }
    }

    @Test
    void aRingIsTakenOverWhileItsOwnerReadsIt() {
        try (Endpoint endpoint = writing.open()) {
            for (int step = 0; step < STEPS_MAX; step++) {
                expose();
                RetireWriter dead = new RetireWriter(WRITER, RINGS, endpoint);
                retire(dead, 5);
                assertTrue(dead.flush());
                int[] before = {step};
                RetireWriter heir = new RetireWriter(WRITER, RINGS, new Steered(batch -> {
                    if (before[0]-- == 0) {
                        drain();
                    }
                    endpoint.execute(batch);
                }));
                retire(heir, 5);
                assertWritten(heir, "in the end");
                drain();
                assertEquals(10, drained.size(), "the owner reads before step " + step);
                assertInStep(heir, "the owner read before step " + step);
            }
        }
    }

    @Test
    void aWriterWaitsForAnOwnerThatTakesAnEntry() {
        expose();
        try (Endpoint endpoint = writing.open()) {
            RetireWriter dead = new RetireWriter(WRITER, RINGS, endpoint);
            retire(dead, 1);
            assertTrue(dead.flush());
            long ring = region.getLong(PartitionHeader.RINGS_OFFSET)
                    + RetireRings.DIRECTORY_BYTES
                    + (long) WRITER * RetireRings.ringBytes(CAPACITY);
            region.setLong(ring + RetireRings.TAKING_OFFSET, 1);
            region.setLong(ring + RetireRings.RING_HEADER_BYTES, 0);
            RetireWriter heir = new RetireWriter(WRITER, RINGS, endpoint);
            retire(heir, 1);
            assertFalse(heir.flush(), "the entry is empty, and not to be written to");
            region.setLong(ring, 1);
            assertTrue(heir.flush());
            drain();
            assertEquals(Set.of(2L), drained);
        }
    }

    /**
     * Of some addresses the first one is lost on its way, and the others arrive behind an empty entry. When that is
     * filled, the owner takes them all at once.
     */
    @Test
    void entriesBehindOneThatWasLostAreNotWrittenAgain() {
        expose();
        try (Endpoint endpoint = writing.open()) {
            int[] writes = {0};
            RetireWriter writer = new RetireWriter(WRITER, RINGS, new Steered(batch -> {
                boolean first = batch.kind(0) == Batch.Kind.WRITE && writes[0]++ == 0;
                for (int op = first ? 1 : 0; op < batch.count(); op++) {
                    executeOne(endpoint, batch, op);
                    if (batch.kind(op) == Batch.Kind.WRITE && !first) {
                        drain();
                    }
                }
                if (first) {
                    batch.end(0, OpStatus.UNREACHABLE, 0);
                }
            }));
            retire(writer, 9);
            assertFalse(writer.flush());
            assertTrue(writer.flush());
            drain();
            assertEquals(9, drained.size());
            assertInStep(writer, "an entry was lost");
        }
    }

    private static void executeOne(Endpoint endpoint, Batch batch, int op) {
        Batch one = new Batch(1);
        if (batch.kind(op) == Batch.Kind.WRITE) {
            one.writeWord(batch.partition(op), batch.offset(op), batch.operand(op));
        } else {
            one.readWord(batch.partition(op), batch.offset(op));
        }
        endpoint.execute(one);
        batch.end(op, one.status(0), one.result(0));
    }
}
