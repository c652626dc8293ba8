package io.pragh.testkit;

import static io.pragh.testkit.MemoryFixture.exposed;
import static io.pragh.testkit.MemoryFixture.filled;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.memory.Region;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Checks the effects of one-sided operations of several nodes and threads on the same memory. Part of
 * {@link FabricContract}.
 */
interface ConcurrencyContract extends FabricNetwork.Factory {
    /** A word of eight equal bytes. */
    private static long pattern(int value) {
        return (value & 0xFF) * 0x0101_0101_0101_0101L;
    }

    private static void assertPattern(long word) {
        assertEquals(pattern((int) word), word, () -> "torn: " + Long.toHexString(word));
    }

    private static void fill(Region region, int bytes, long word) {
        for (int at = 0; at < bytes; at += Long.BYTES) {
            region.setLong(at, word);
        }
    }

    @Test
    default void noAtomicUpdateIsLost() {
        int updates = 2_000;
        int[] posters = {0, 0, 1, 2};
        try (FabricNetwork network = network(3);
                Workers workers = new Workers();
                Asker asker = new Asker(network.node(2))) {
            Region memory = exposed(network, 1, 5);
            asker.write(5, 8, 0);
            asker.write(5, 16, 0);
            for (int node : posters) {
                workers.start(() -> increment(network, node, updates));
            }
            boolean byProcessor = network.node(0).atomicWithCpu();
            for (int i = 0; byProcessor && i < updates; i++) {
                memory.getAndAdd(16, 3);
            }
            workers.join();

            assertEquals((long) posters.length * updates, asker.read(5, 8));
            assertEquals((posters.length + (byProcessor ? 1 : 0)) * 3L * updates, asker.read(5, 16));
        }
    }

    /** Adds to one word by CAS and to another by FETCH_ADD. */
    private static void increment(FabricNetwork network, int node, int updates) {
        try (Asker asker = new Asker(network.node(node))) {
            for (int i = 0; i < updates; i++) {
                long word = asker.read(5, 8);
                long found = asker.cas(5, 8, word, word + 1);
                while (found != word) {
                    word = found;
                    found = asker.cas(5, 8, word, word + 1);
                }
                asker.fetchAdd(5, 16, 3);
            }
        }
    }

    @Test
    default void alignedWordsDoNotTear() {
        int rounds = 5_000;
        try (FabricNetwork network = network(3);
                Workers workers = new Workers();
                Endpoint reader = network.node(2).open()) {
            fill(exposed(network, 1, 5), 256, 0);
            workers.start(() -> writePatterns(network, 0, workers));
            workers.start(() -> writePatterns(network, 1, workers));
            Region landing = filled(network, 1, 9);
            Batch batch = new Batch(3);
            for (int round = 0; round < rounds; round++) {
                batch.clear();
                batch.read(5, 0, 256, landing, 0);
                batch.read(5, 136, 8, landing, 256);
                batch.readWord(5, 128);
                reader.execute(batch);
                for (int at = 0; at < 264; at += Long.BYTES) {
                    assertPattern(landing.getLong(at));
                }
                assertPattern(batch.result(2));
            }
            workers.stop();
        }
    }

    private static void writePatterns(FabricNetwork network, int node, Workers workers) {
        try (Endpoint endpoint = network.node(node).open()) {
            Region source = filled(network, 1, node);
            Batch batch = new Batch(3);
            for (int i = node; !workers.stopped(); i += 2) {
                fill(source, 256, pattern(i));
                batch.clear();
                batch.write(5, 0, 256, source, 0);
                batch.writeWord(5, 128, pattern(i));
                batch.write(5, 136, 8, source, 0);
                endpoint.execute(batch);
            }
        }
    }

    /**
     * A value is written, and then a word that announces it; a reader that sees the word must see all of the value.
     */
    @Test
    default void whatWasCompleteBeforeIsSeenAfterwards() {
        int values = 3_000;
        try (FabricNetwork network = network(3);
                Workers workers = new Workers();
                Endpoint reader = network.node(2).open()) {
            exposed(network, 0, 4).setLongRelease(8, 0);
            exposed(network, 1, 5);
            workers.start(() -> publish(network, values));
            Region landing = filled(network, 1, 9);
            Batch batch = new Batch(1);
            long seen = 0;
            while (seen < values) {
                batch.clear();
                batch.readWord(4, 8);
                reader.execute(batch);
                long published = batch.result(0);
                assertTrue(published >= seen, "a word went back from " + seen + " to " + published);
                seen = published;
                batch.clear();
                batch.read(5, 1024, 512, landing, 0);
                reader.execute(batch);
                for (int at = 0; published > 0 && at < 512; at += Long.BYTES) {
                    assertTrue(landing.getLong(at) >= published, landing.getLong(at) + " after " + published);
                }
            }
            workers.join();
        }
    }

    private static void publish(FabricNetwork network, int values) {
        try (Endpoint endpoint = network.node(0).open()) {
            Region source = filled(network, 1, 1);
            Batch batch = new Batch(1);
            for (int value = 1; value <= values; value++) {
                fill(source, 512, value);
                batch.clear();
                batch.write(5, 1024, 512, source, 0);
                endpoint.execute(batch);
                batch.clear();
                batch.writeWord(4, 8, value);
                endpoint.execute(batch);
            }
        }
    }

    /** Each of two nodes writes a word and then reads the other's: the later one must see the earlier write. */
    @Test
    default void completedWritesAreSeenByReadsThatFollow() {
        int rounds = 3_000;
        long[] found = new long[2 * rounds];
        try (FabricNetwork network = network(3);
                Workers workers = new Workers()) {
            fill(exposed(network, 2, 5), 64, 0);
            AtomicInteger arrived = new AtomicInteger();
            workers.start(() -> writeAndLook(network, 0, found, arrived));
            workers.start(() -> writeAndLook(network, 1, found, arrived));
            workers.join();
        }
        for (int round = 0; round < rounds; round++) {
            boolean missed = found[2 * round] <= round && found[2 * round + 1] <= round;
            assertFalse(missed, "neither saw the other in round " + round);
        }
    }

    private static void writeAndLook(FabricNetwork network, int node, long[] found, AtomicInteger arrived) {
        try (Asker asker = new Asker(network.node(node));
                Workers nobody = new Workers()) {
            for (int round = 0; round < found.length / 2; round++) {
                int all = 2 * (round + 1);
                arrived.incrementAndGet();
                nobody.await("the other node", () -> arrived.get() >= all);
                asker.write(5, node * 8L, round + 1L);
                found[2 * round + node] = asker.read(5, (1 - node) * 8L);
            }
        }
    }
}
