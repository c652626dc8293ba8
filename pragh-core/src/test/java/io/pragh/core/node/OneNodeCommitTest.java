package io.pragh.core.node;

import static io.pragh.core.node.TransactionFixture.bytes;
import static io.pragh.core.node.TransactionFixture.number;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.api.ConflictException;
import io.pragh.core.api.Transaction;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.store.MemoryLimits;
import io.pragh.testkit.Workers;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks commits at several homes of one node, which are one participant. */
class OneNodeCommitTest {
    private static final int PARTITIONS = 4;
    private static final int COMMITS = 3_000;

    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final LocalCluster cluster = LocalCluster.embedded(
            1,
            PARTITIONS,
            NodeConfig.DEFAULT.withMemory(new MemoryLimits(1 << 20, 64L << 20, 64)),
            ListOperations.ALL,
            1,
            failure::set);
    private final Workers workers = new Workers();
    private final long[] keys = new long[PARTITIONS];

    OneNodeCommitTest() {
        HomeMap homes = new HomeMap(PARTITIONS);
        for (int home = 0; home < PARTITIONS; home++) {
            keys[home] = GraphKey.of(GraphKey.KIND_PLAIN, 0, 0, homes.mint(home, 1));
        }
    }

    @AfterEach
    void end() {
        workers.close();
        cluster.close();
    }

    private static void writeAll(Transaction transaction, long[] keys, long value) {
        for (long key : keys) {
            transaction.write(key, bytes(value));
        }
    }

    @Test
    void itIsOnePhaseWithoutMessages() {
        NodeSession session = cluster.node(0).openSession();
        long messages = cluster.node(0).fabric().tally().counters().messages();
        try (Transaction transaction = session.begin()) {
            writeAll(transaction, keys, 5);
            transaction.commit();
        }
        assertEquals(messages, cluster.node(0).fabric().tally().counters().messages());
        try (Transaction transaction = session.begin()) {
            for (long key : keys) {
                assertEquals(5, number(transaction, key));
            }
        }
        session.close();
    }

    private void look() {
        try (NodeSession session = cluster.node(0).openSession();
                Transaction snapshot = session.begin()) {
            long first = number(snapshot, keys[PARTITIONS - 1]);
            for (long key : keys) {
                assertEquals(first, number(snapshot, key));
            }
        }
    }

    /** Writes all keys after a read of one of them; without effect when the transaction conflicts. */
    private void change(long read, long value) {
        try (NodeSession session = cluster.node(0).openSession();
                Transaction transaction = session.begin()) {
            number(transaction, read);
            writeAll(transaction, keys, value);
            transaction.commit();
        } catch (ConflictException other) {
            Thread.onSpinWait();
        }
    }

    @Test
    void snapshotsSeeAllOfItOrNothing() {
        AtomicLong looks = new AtomicLong();
        AtomicLong ended = new AtomicLong();
        for (int thread = 0; thread < 2; thread++) {
            int number = thread;
            workers.start(() -> {
                while (!workers.stopped()) {
                    look();
                    looks.incrementAndGet();
                }
            });
            workers.start(() -> {
                for (int i = 0; i < COMMITS && !workers.stopped(); i++) {
                    change(keys[i % PARTITIONS], 2L * i + number);
                }
                ended.incrementAndGet();
            });
        }
        workers.await("the writers have written", () -> ended.get() == 2);
        workers.stop();
        assertTrue(looks.get() > 0);
    }
}
