package io.pragh.testkit;

import static io.pragh.testkit.MemoryFixture.SEGMENT;
import static io.pragh.testkit.MemoryFixture.assertSameWords;
import static io.pragh.testkit.MemoryFixture.exposed;
import static io.pragh.testkit.MemoryFixture.filled;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.FabricCounters;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.fabric.Traffic;
import io.pragh.core.fabric.TrafficTally;
import io.pragh.core.memory.Region;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Checks the effects of one-sided operations on memory, as one thread sees them. Part of {@link FabricContract}. */
interface OneSidedContract extends FabricNetwork.Factory {
    @Test
    default void readBringsTheBytesToTheLandingPlaceAndNowhereElse() {
        try (FabricNetwork network = network(2);
                Endpoint endpoint = network.node(0).open()) {
            Region memory = exposed(network, 1, 5);
            Region landing = filled(network, 2, 99);
            Region untouched = filled(network, 2, 99);
            Batch batch = new Batch(2);
            batch.read(5, SEGMENT + 24, 1000, landing, 4096);
            batch.read(5, 8, 8, landing, SEGMENT);

            endpoint.execute(batch);

            assertTrue(batch.ok(0));
            assertTrue(batch.ok(1));
            for (int i = 0; i < 1000; i += Long.BYTES) {
                assertEquals(memory.getLongAcquire(SEGMENT + 24 + i), landing.getLong(4096 + i));
            }
            assertEquals(memory.getLongAcquire(8), landing.getLong(SEGMENT));
            assertSameWords(untouched, landing, 0, 4096);
            assertSameWords(untouched, landing, 4096 + 1000, SEGMENT);
            assertSameWords(untouched, landing, SEGMENT + 8, 2 * SEGMENT);
        }
    }

    @Test
    default void writeChangesItsRangeAndNothingElse() {
        try (FabricNetwork network = network(2);
                Endpoint endpoint = network.node(0).open()) {
            Region memory = exposed(network, 1, 5);
            Region before = filled(network, 2, 5);
            Region source = filled(network, 1, 77);
            Batch batch = new Batch(1);
            batch.write(5, SEGMENT - 512, 512, source, 16);
            batch.writeWord(5, 40, 0x0123_4567_89AB_CDEFL);

            endpoint.execute(batch);

            assertTrue(batch.ok(0));
            assertTrue(batch.ok(1));
            for (int i = 0; i < 512; i += Long.BYTES) {
                assertEquals(source.getLong(16 + i), memory.getLongAcquire(SEGMENT - 512 + i));
            }
            assertEquals(0x0123_4567_89AB_CDEFL, memory.getLongAcquire(40));
            assertSameWords(before, memory, 0, 40);
            assertSameWords(before, memory, 48, SEGMENT - 512);
            assertSameWords(before, memory, SEGMENT, 2 * SEGMENT);
        }
    }

    @Test
    default void wordsAreLittleEndian() {
        try (FabricNetwork network = network(2);
                Asker asker = new Asker(network.node(0))) {
            Region memory = exposed(network, 1, 5);
            asker.write(5, 64, 0x0123_4567_89AB_CDEFL);

            assertEquals(0x89AB_CDEF, memory.getInt(64));
            assertEquals(0x0123_4567_89AB_CDEFL, asker.read(5, 64));
        }
    }

    @Test
    default void casSwapsOnlyTheWordItExpects() {
        try (FabricNetwork network = network(2);
                Asker asker = new Asker(network.node(0))) {
            Region memory = exposed(network, 1, 5);
            asker.write(5, 8, -7);

            assertEquals(-7, asker.cas(5, 8, -6, 1), "a failed CAS returns the word found");
            assertEquals(-7, memory.getLongAcquire(8));
            assertEquals(-7, asker.cas(5, 8, -7, Long.MIN_VALUE));
            assertEquals(Long.MIN_VALUE, memory.getLongAcquire(8));
            assertEquals(Long.MIN_VALUE, asker.cas(5, 8, Long.MIN_VALUE, Long.MIN_VALUE), "swapping a word for itself");
        }
    }

    @Test
    default void fetchAddReturnsTheWordBeforeAndWrapsAround() {
        try (FabricNetwork network = network(2);
                Asker asker = new Asker(network.node(0))) {
            exposed(network, 1, 5);
            asker.write(5, 16, Long.MAX_VALUE);

            assertEquals(Long.MAX_VALUE, asker.fetchAdd(5, 16, 2));
            assertEquals(Long.MIN_VALUE + 1, asker.fetchAdd(5, 16, -3));
            assertEquals(Long.MAX_VALUE - 1, asker.fetchAdd(5, 16, 0));
        }
    }

    @Test
    default void oneBatchCarriesManyOperationsToSeveralNodes() {
        try (FabricNetwork network = network(3);
                Endpoint endpoint = network.node(0).open()) {
            Region[] memories = {exposed(network, 0, 0), exposed(network, 1, 1), exposed(network, 2, 2)};
            Region landing = filled(network, 2, 9);
            Batch batch = new Batch(1);
            for (int i = 0; i < 1500; i++) {
                batch.read(i % 3, i * 40L, 40, landing, i * 40L);
            }

            endpoint.execute(batch);

            for (int i = 0; i < 1500; i++) {
                assertTrue(batch.ok(i), "operation " + i);
                for (long at = i * 40L; at < i * 40L + 40; at += Long.BYTES) {
                    assertEquals(memories[i % 3].getLongAcquire(at), landing.getLong(at), "word at " + at);
                }
            }
        }
    }

    @Test
    default void whatIsOutOfBoundsDoesNothingAndHarmsNoOther() {
        long[] outside = {
            -8, -SEGMENT, Long.MIN_VALUE, 2 * SEGMENT, 2L * SEGMENT + 8, Long.MAX_VALUE - 7, 1L << 40, 1L << 32
        };
        try (FabricNetwork network = network(2);
                Endpoint endpoint = network.node(0).open()) {
            Region memory = exposed(network, 1, 5);
            Region before = filled(network, 2, 5);
            Region landing = filled(network, 2, 9);
            Batch batch = new Batch(64);
            for (long offset : outside) {
                batch.readWord(5, offset);
                batch.read(5, offset, 64, landing, 0);
                batch.writeWord(5, offset, 1);
                batch.cas(5, offset, 0, 1);
                batch.fetchAdd(5, offset, 1);
            }
            batch.read(5, SEGMENT - 8, 16, landing, 0); // straddles two segments
            batch.write(5, SEGMENT - 64, 128, landing, 0);
            batch.read(5, 2 * SEGMENT - 8, 16, landing, 0); // half of it exists
            batch.read(5, 8, SEGMENT, landing, 0);
            int bad = batch.count();
            int last = batch.readWord(5, 2 * SEGMENT - 8);
            int all = batch.read(5, SEGMENT, SEGMENT, landing, SEGMENT);

            endpoint.execute(batch);

            for (int op = 0; op < bad; op++) {
                assertEquals(OpStatus.OUT_OF_BOUNDS, batch.status(op), "operation " + op + " at " + batch.offset(op));
            }
            assertEquals(memory.getLongAcquire(2 * SEGMENT - 8), batch.result(last));
            assertTrue(batch.ok(all));
            assertSameWords(before, memory, 0, 2 * SEGMENT);
        }
    }

    @Test
    default void segmentsThatAreAddedLaterCanBeReached() {
        try (FabricNetwork network = network(2);
                Asker asker = new Asker(network.node(0))) {
            Region memory = exposed(network, 1, 5);
            assertEquals(OpStatus.OUT_OF_BOUNDS, asker.tryWrite(5, 2 * SEGMENT, 3));

            memory.grow();

            asker.write(5, 2 * SEGMENT, 3);
            assertEquals(3, memory.getLongAcquire(2 * SEGMENT));
        }
    }

    @Test
    default void loopbackDoesWhatRemoteAccessDoes() {
        long seed = 20_240_601;
        SplittableRandom random = new SplittableRandom(seed);
        try (FabricNetwork network = network(2);
                Endpoint endpoint = network.node(0).open()) {
            Region own = exposed(network, 0, 3, 3);
            Region other = exposed(network, 1, 4, 3);
            Region landing = filled(network, 2, 9);
            for (int i = 0; i < 300; i++) {
                Batch batch = new Batch(2);
                long offset = random.nextLong(-1, 2 * SEGMENT / 8 + 1) * 8;
                int bytes = random.nextInt(1, 200) * 8;
                long word = random.nextLong();
                boolean found = own.contains(offset, Long.BYTES) && random.nextBoolean();
                long expected = found ? own.getLongAcquire(offset) : 0;
                int kind = random.nextInt(4);
                for (int partition = 3; partition <= 4; partition++) {
                    switch (kind) {
                        case 0 -> batch.read(partition, offset, bytes, landing, (partition - 3L) * SEGMENT);
                        case 1 -> batch.write(partition, offset, bytes, landing, 0);
                        case 2 -> batch.cas(partition, offset, expected, word);
                        default -> batch.fetchAdd(partition, offset, word);
                    }
                }
                endpoint.execute(batch);
                String what = "seed " + seed + " operation " + i;
                assertEquals(batch.status(0), batch.status(1), what);
                assertNotEquals(OpStatus.PENDING, batch.status(0), what);
                if (kind > 1 && batch.ok(0)) {
                    assertEquals(batch.result(0), batch.result(1), what);
                }
                if (kind == 0 && batch.ok(0)) {
                    for (int at = 0; at < bytes; at += Long.BYTES) {
                        assertEquals(landing.getLong(at), landing.getLong(SEGMENT + at), what);
                    }
                }
            }
            assertSameWords(own, other, 0, 2 * SEGMENT);
        }
    }

    @Test
    default void memoryCanBeCopiedWithinOneRegion() {
        try (FabricNetwork network = network(1);
                Endpoint endpoint = network.node(0).open()) {
            Region memory = exposed(network, 0, 0);
            Batch batch = new Batch(1);
            batch.read(0, 0, 256, memory, 1024);

            endpoint.execute(batch);

            assertTrue(batch.ok(0));
            for (int at = 0; at < 256; at += Long.BYTES) {
                assertEquals(memory.getLongAcquire(at), memory.getLongAcquire(1024 + at));
            }
        }
    }

    @Test
    default void aPartitionThatNobodyExposesIsUnreachable() {
        try (FabricNetwork network = network(2);
                Endpoint endpoint = network.node(0).open()) {
            exposed(network, 1, 5);
            int[] nowhere = {
                0, 6, Fabric.PARTITIONS_MAX - 1, Fabric.PARTITIONS_MAX, -1, Integer.MAX_VALUE, Integer.MIN_VALUE
            };
            Batch batch = new Batch(8);
            for (int partition : nowhere) {
                batch.readWord(partition, 0);
            }
            int good = batch.readWord(5, 0);

            endpoint.execute(batch);

            for (int op = 0; op < nowhere.length; op++) {
                assertEquals(OpStatus.UNREACHABLE, batch.status(op), "partition " + nowhere[op]);
            }
            assertTrue(batch.ok(good));
            Region memory = network.memory(SEGMENT, 1);
            assertThrows(PraghException.class, () -> network.node(1).expose(Fabric.PARTITIONS_MAX, memory));
            assertThrows(PraghException.class, () -> network.node(1).expose(-1, memory));
        }
    }

    @Test
    default void exposingAgainReplacesTheRegion() {
        try (FabricNetwork network = network(3);
                Asker asker = new Asker(network.node(0))) {
            Region first = exposed(network, 1, 5);
            asker.write(5, 8, 1);

            Region second = exposed(network, 1, 5);
            asker.write(5, 8, 2);
            Region substitute = exposed(network, 2, 5);
            asker.write(5, 8, 3);
            network.node(1).withdraw(5); // late: the partition is no longer its own
            asker.write(5, 16, 4);

            assertEquals(1, first.getLongAcquire(8));
            assertEquals(2, second.getLongAcquire(8));
            assertEquals(3, substitute.getLongAcquire(8));
            assertEquals(4, substitute.getLongAcquire(16));
        }
    }

    @Test
    default void operationsOnOtherNodesAreCounted() {
        try (FabricNetwork network = network(2)) {
            Fabric node = network.node(0);
            exposed(network, 0, 0);
            exposed(network, 1, 1);
            Region landing = filled(network, 1, 9);
            FabricCounters before = node.tally().counters();
            try (Endpoint endpoint = node.open()) {
                Batch batch = new Batch(8);
                batch.read(1, 0, 1024, landing, 0);
                batch.read(0, 0, 4096, landing, 0);
                batch.readWord(1, 0);
                batch.writeWord(1, 0, 1);
                batch.write(0, 0, 512, landing, 0);
                batch.cas(1, 8, 0, 1);
                batch.fetchAdd(1, 8, 1);
                batch.cas(0, 8, 0, 1);
                endpoint.execute(batch);
                batch.clear();
                batch.readWord(0, 0);
                endpoint.execute(batch);
                assertEquals(5, node.tally().counters().since(before).oneSided());
            }
            FabricCounters counted = node.tally().counters().since(before);

            assertEquals(new FabricCounters(2, 1, 2, 1056, 1, 0, 0), counted);
            assertEquals(FabricCounters.NONE, network.node(1).tally().counters(), "who is asked counts nothing");
        }
    }

    @Test
    default void operationsAreCountedByNodeAndKind() {
        try (FabricNetwork network = network(3)) {
            Fabric node = network.node(0);
            exposed(network, 0, 0);
            exposed(network, 1, 1);
            exposed(network, 2, 2);
            Region landing = filled(network, 1, 9);
            try (Endpoint endpoint = node.open()) {
                Batch batch = new Batch(8);
                batch.read(1, 0, 1024, landing, 0);
                batch.write(2, 0, 256, landing, 0);
                batch.readWord(2, 0);
                batch.write(0, 0, 512, landing, 0);
                batch.readWord(77, 0); // exposed by no node
                batch.cas(1, 8, 0, 1);
                batch.fetchAdd(2, 8, 1);
                batch.fetchAdd(2, 8, 1);
                endpoint.execute(batch);
            }
            try (Endpoint endpoint = node.open()) {
                Batch batch = new Batch(8);
                batch.writeWord(1, 0, 1);
                endpoint.execute(batch);

                Traffic first = new Traffic(1, 1, 1, 0, 1024, 8, 0, 0);
                Traffic second = new Traffic(1, 1, 0, 2, 8, 256, 0, 0);
                Traffic nobody = new Traffic(1, 0, 0, 0, 8, 0, 0, 0);
                assertEquals(
                        Map.of(1, first, 2, second, TrafficTally.NOBODY, nobody),
                        node.tally().traffic());
                assertEquals(
                        first.oneSidedBytes() + second.oneSidedBytes() + 8,
                        node.tally().counters().bytes());
                assertEquals(first, node.tally().forget(1));
                assertEquals(
                        Map.of(2, second, TrafficTally.NOBODY, nobody),
                        node.tally().traffic());
                assertEquals(8, node.tally().counters().oneSided(), "in all, nothing is forgotten");
            }
        }
    }

    @Test
    default void aClosedEndpointPostsNothing() {
        try (FabricNetwork network = network(2)) {
            Region memory = exposed(network, 1, 5);
            long word = memory.getLongAcquire(8);
            Endpoint endpoint = network.node(0).open();
            endpoint.close();
            endpoint.close();
            Batch batch = new Batch(1);
            batch.writeWord(5, 8, ~word);

            assertThrows(PraghException.class, () -> endpoint.post(batch));
            assertEquals(word, memory.getLongAcquire(8));
        }
    }
}
