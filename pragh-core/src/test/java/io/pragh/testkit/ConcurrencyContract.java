package io.pragh.testkit;

import static io.pragh.testkit.MemoryFixture.exposed;
import static io.pragh.testkit.MemoryFixture.filled;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.memory.Region;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What one-sided operations of several nodes and threads do to the same memory. Part of {@link FabricContract}. */
interface ConcurrencyContract extends FabricNetwork.Factory {
    /** Any byte, eight times. */
    private static long pattern(int value) {
        return (value & 0xFF) * 0x0101_0101_0101_0101L;
    }

    private static boolean isPattern(long word) {
        return word == pattern((int) word);
    }

    @Test
    default void noAtomicUpdateIsLost() {
        int updates = 2_000;
        int[] posters = {0, 0, 1, 2};
        try (FabricNetwork network = network(3);
                Workers workers = new Workers();
                Asker asker = new Asker(network.node(2))) {
            assumeTrue(network.node(0).capabilities().remoteCas(), "this fabric has neither CAS nor FETCH_ADD");
            Region memory = exposed(network, 1, 5);
            asker.write(5, 8, 0);
            asker.write(5, 16, 0);
            for (int node : posters) {
                workers.start(() -> {
                    try (Asker poster = new Asker(network.node(node))) {
                        for (int i = 0; i < updates; i++) {
                            increment(poster);
                            poster.fetchAdd(5, 16, 3);
                        }
                    }
                });
            }
            boolean byProcessor = network.node(0).capabilities().atomicWithCpu();
            for (int i = 0; byProcessor && i < updates; i++) {
                memory.getAndAdd(16, 3);
            }
            workers.join();

            assertEquals((long) posters.length * updates, asker.read(5, 8));
            assertEquals((posters.length + (byProcessor ? 1 : 0)) * 3L * updates, asker.read(5, 16));
        }
    }

    private static void increment(Asker poster) {
        long word = poster.read(5, 8);
        long found = poster.cas(5, 8, word, word + 1);
        while (found != word) {
            word = found;
            found = poster.cas(5, 8, word, word + 1);
        }
    }

    @Test
    default void alignedWordsDoNotTear() {
        int rounds = 5_000;
        try (FabricNetwork network = network(3);
                Workers workers = new Workers();
                Endpoint reader = network.node(2).open()) {
            Region memory = exposed(network, 1, 5);
            memory.clear(0, 256);
            for (int node = 0; node < 2; node++) {
                int writer = node;
                workers.start(() -> {
                    try (Endpoint endpoint = network.node(writer).open()) {
                        Region source = filled(network, 1, writer);
                        Batch batch = new Batch(2);
                        for (int i = writer; !workers.stopped(); i += 2) {
                            for (int at = 0; at < 256; at += Long.BYTES) {
                                source.setLong(at, pattern(i));
                            }
                            batch.clear();
                            batch.write(5, 0, 256, source, 0);
                            batch.writeWord(5, 128, pattern(i));
                            batch.write(5, 136, 8, source, 0);
                            endpoint.execute(batch);
                        }
                    }
                });
            }
            Region landing = filled(network, 1, 9);
            Batch batch = new Batch(3);
            for (int round = 0; round < rounds; round++) {
                batch.clear();
                batch.read(5, 0, 256, landing, 0);
                batch.read(5, 136, 8, landing, 256);
                batch.readWord(5, 128);
                reader.execute(batch);
                for (int at = 0; at < 264; at += Long.BYTES) {
                    assertTrue(isPattern(landing.getLong(at)), Long.toHexString(landing.getLong(at)));
                }
                assertTrue(isPattern(batch.result(2)), Long.toHexString(batch.result(2)));
            }
            workers.stop();
        }
    }

    /** A value is written, and then a word that says so; whoever reads the word and then the value finds all of it. */
    @Test
    default void whatWasCompleteBeforeIsSeenAfterwards() {
        int values = 3_000;
        try (FabricNetwork network = network(3);
                Workers workers = new Workers();
                Endpoint reader = network.node(2).open()) {
            exposed(network, 0, 4).setLongRelease(8, 0);
            exposed(network, 1, 5);
            workers.start(() -> {
                try (Endpoint endpoint = network.node(0).open()) {
                    Region source = filled(network, 1, 1);
                    Batch batch = new Batch(1);
                    for (long value = 1; value <= values; value++) {
                        for (int at = 0; at < 512; at += Long.BYTES) {
                            source.setLong(at, value);
                        }
                        batch.clear();
                        batch.write(5, 1024, 512, source, 0);
                        endpoint.execute(batch);
                        batch.clear();
                        batch.writeWord(4, 8, value);
                        endpoint.execute(batch);
                    }
                }
            });
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

    /** Two nodes each write a word and then read the other's: the later one sees the earlier one. */
    @Test
    default void completedWritesAreSeenByReadsThatFollow() {
        int rounds = 3_000;
        long[] found = new long[2 * rounds];
        try (FabricNetwork network = network(3);
                Workers workers = new Workers()) {
            Region memory = exposed(network, 2, 5);
            memory.clear(0, 64);
            AtomicInteger arrived = new AtomicInteger();
            for (int node = 0; node < 2; node++) {
                int me = node;
                workers.start(() -> {
                    try (Asker asker = new Asker(network.node(me))) {
                        for (int round = 0; round < rounds; round++) {
                            arrived.incrementAndGet();
                            int all = 2 * (round + 1);
                            workers.await("the other node", () -> arrived.get() >= all);
                            asker.write(5, me * 8L, round + 1L);
                            found[2 * round + me] = asker.read(5, (1 - me) * 8L);
                        }
                    }
                });
            }
            workers.join();
        }
        for (int round = 0; round < rounds; round++) {
            boolean missed = found[2 * round] <= round && found[2 * round + 1] <= round;
            assertTrue(!missed, "neither saw the other in round " + round);
        }
    }
}
