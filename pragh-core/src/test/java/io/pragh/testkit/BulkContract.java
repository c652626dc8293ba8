package io.pragh.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.memory.Region;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Checks transfers larger than any frame, ring or queue of a fabric. Part of {@link FabricContract}. */
interface BulkContract extends FabricNetwork.Factory {
    int SEGMENT = 4 << 20;

    private static Region random(Region region, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        region.grow();
        for (long offset = 0; offset < SEGMENT; offset += Long.BYTES) {
            region.setLong(offset, random.nextLong());
        }
        return region;
    }

    @Test
    default void aWholeSegmentIsWrittenAndReadByOneOperation() {
        try (FabricNetwork network = network(2);
                Endpoint endpoint = network.node(0).open()) {
            Region memory = network.node(1).region(SEGMENT, 1);
            memory.grow();
            network.node(1).expose(5, memory);
            Region source = random(network.memory(SEGMENT, 1), 7);
            Region landing = random(network.memory(SEGMENT, 1), 8);
            Batch batch = new Batch(1);
            batch.write(5, 0, SEGMENT, source, 0);

            endpoint.execute(batch);

            assertTrue(batch.ok(0));
            MemoryFixture.assertSameWords(source, memory, 0, SEGMENT);
            batch.clear();
            batch.read(5, 0, SEGMENT, landing, 0);
            endpoint.execute(batch);
            assertTrue(batch.ok(0));
            MemoryFixture.assertSameWords(source, landing, 0, SEGMENT);
        }
    }

    /**
     * A fabric may cut a long operation into pieces; pieces that fit must not take effect when the whole does not
     * fit.
     */
    @Test
    default void aLongWriteThatDoesNotFitLeavesNoTrace() {
        try (FabricNetwork network = network(2);
                Endpoint endpoint = network.node(0).open()) {
            Region memory = network.node(1).region(SEGMENT, 1);
            memory.grow();
            network.node(1).expose(5, memory);
            Region source = random(network.memory(SEGMENT, 1), 7);
            Region zeroes = network.memory(SEGMENT, 1);
            zeroes.grow();
            Batch batch = new Batch(1);
            batch.write(5, 8, SEGMENT, source, 0);

            endpoint.execute(batch);

            assertEquals(OpStatus.OUT_OF_BOUNDS, batch.status(0));
            MemoryFixture.assertSameWords(zeroes, memory, 0, SEGMENT);
        }
    }

    @Test
    default void oneBatchCarriesTensOfThousandsOfOperations() {
        int operations = 30_000;
        try (FabricNetwork network = network(2);
                Endpoint endpoint = network.node(0).open()) {
            Region memory = network.node(1).region(SEGMENT, 1);
            memory.grow();
            network.node(1).expose(5, memory);
            Batch batch = new Batch(operations);
            for (int i = 0; i < operations; i++) {
                batch.fetchAdd(5, i * 8L, i + 1L);
            }

            endpoint.execute(batch);

            for (int i = 0; i < operations; i++) {
                assertTrue(batch.ok(i), "operation " + i);
                assertEquals(0, batch.result(i), "applied once");
                assertEquals(i + 1L, memory.getLongAcquire(i * 8L));
            }
        }
    }

    /** Posts more batches of long READs than may be under way at a time. */
    @Test
    default void manyLongBatchesAreUnderWayAtOnce() {
        int batches = 24;
        try (FabricNetwork network = network(2);
                Endpoint endpoint = network.node(0).open()) {
            Region memory = random(network.node(1).region(SEGMENT, 1), 3);
            network.node(1).expose(5, memory);
            Region landing = network.memory(SEGMENT, batches);
            Batch[] posted = new Batch[batches];
            for (int i = 0; i < batches; i++) {
                long at = landing.grow();
                posted[i] = new Batch(1);
                posted[i].read(5, 0, SEGMENT, landing, at);
                endpoint.post(posted[i]);
            }
            for (int i = 0; i < batches; i++) {
                while (!endpoint.poll(posted[i])) {
                    Thread.onSpinWait();
                }
                assertTrue(posted[i].ok(0));
                for (long at = 0; at < SEGMENT; at += 4096) {
                    assertEquals(memory.getLongAcquire(at), landing.getLong((long) i * SEGMENT + at));
                }
            }
        }
    }
}
