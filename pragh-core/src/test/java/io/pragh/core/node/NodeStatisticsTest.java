package io.pragh.core.node;

import static io.pragh.core.node.TransactionFixture.bytes;
import static io.pragh.core.node.TransactionFixture.number;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.access.ReadCounters;
import io.pragh.core.api.ConflictException;
import io.pragh.core.api.IsolationLevel;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionEnd;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.census.Figure;
import io.pragh.core.census.NodeStatistics;
import io.pragh.core.census.NodeStatistics.Peer;
import io.pragh.testkit.Workers;
import java.util.List;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks what a node counts of real reads, commits and migrations on three nodes. */
class NodeStatisticsTest {
    private final TransactionFixture world = new TransactionFixture(3);
    private final Workers workers = new Workers();
    private final long here = world.key(0, 1);
    private final long there = world.key(1, 1);

    @AfterEach
    void end() {
        workers.close();
        world.close();
    }

    private NodeStatistics statistics() {
        return world.nodes.get(0).statistics();
    }

    private static long ended(NodeStatistics statistics, IsolationLevel level, TransactionEnd end) {
        return statistics.sum(Figure.TRANSACTIONS, "level", Figure.label(level), "end", Figure.label(end));
    }

    private static long migrated(NodeStatistics statistics, String outcome) {
        return statistics.sum(Figure.MIGRATIONS, "outcome", outcome);
    }

    @Test
    void endsOfTransactionsAreCountedByLevel() {
        IsolationLevel strict = IsolationLevel.STRICT_SERIALIZABLE;
        IsolationLevel cached = IsolationLevel.SERIALIZABLE_CACHED;
        NodeSession session = world.sessions.get(0);
        try (Transaction writes = session.begin(TransactionOptions.of(strict))) {
            writes.write(here, bytes(1));
            writes.commit();
        }
        try (Transaction reads = session.begin(TransactionOptions.of(cached))) {
            number(reads, here);
            reads.commit();
        }
        session.begin(TransactionOptions.of(cached)).rollback();
        try (Transaction loses = session.begin(TransactionOptions.of(strict))) {
            number(loses, here);
            loses.write(there, bytes(2));
            world.put(1, here, 3);
            assertThrows(ConflictException.class, loses::commit);
        }
        NodeStatistics statistics = statistics();
        assertEquals(1, ended(statistics, strict, TransactionEnd.COMMITTED));
        assertEquals(1, ended(statistics, strict, TransactionEnd.CONFLICT));
        assertEquals(1, ended(statistics, cached, TransactionEnd.READ_ONLY));
        assertEquals(1, ended(statistics, cached, TransactionEnd.ROLLED_BACK));
        assertEquals(4, statistics.sum(Figure.TRANSACTIONS), "and no others");
        assertEquals(1, sum(statistics.commitLatency()), "of what was written");
        assertTrue(statistics.commitLatency().sumNanos() > 0);
    }

    private static long sum(NodeStatistics.Latency latency) {
        return latency.counts().stream().mapToLong(Long::longValue).sum();
    }

    @Test
    void readsOfTransactionsCountAndStayWhenTheirSessionCloses() {
        world.put(1, there, 7);
        NodeStatistics before = statistics();
        int calls = 2 * ReadCounters.CALLS_PER_SAMPLE;
        try (NodeSession session = world.nodes.get(0).openSession()) {
            assertEquals(before.sum(Figure.SESSIONS) + 1, statistics().sum(Figure.SESSIONS));
            try (Transaction reads = session.begin()) {
                for (int i = 0; i < calls; i++) {
                    assertEquals(7, number(reads, there));
                }
            }
            assertCounted(before, calls);
        }
        assertCounted(before, calls);
        assertEquals(before.sum(Figure.SESSIONS), statistics().sum(Figure.SESSIONS));
    }

    private static long since(NodeStatistics before, NodeStatistics now, Figure figure, String... labels) {
        return now.sum(figure, labels) - before.sum(figure, labels);
    }

    private static long posted(NodeStatistics statistics, ToLongFunction<Peer> number) {
        return statistics.peers().stream().mapToLong(number).sum();
    }

    private void assertCounted(NodeStatistics before, int calls) {
        NodeStatistics now = statistics();
        assertEquals(calls, since(before, now, Figure.READ_CALLS));
        assertEquals(calls, since(before, now, Figure.READS, "object", "value", "place", "remote"));
        assertEquals(calls - 1, since(before, now, Figure.CACHE_LOOKUPS, "result", "hit"), "the first was a miss");
        assertEquals(1, since(before, now, Figure.CACHE_LOOKUPS, "result", "miss"));
        assertEquals(2, sum(now.readLatency()) - sum(before.readLatency()), "one call in 64");
        assertTrue(posted(now, Peer::reads) - posted(before, Peer::reads) >= calls);
        assertTrue(posted(now, Peer::bytes) > posted(before, Peer::bytes));
        assertEquals(1, now.sum(Figure.CACHE_ENTRIES));
    }

    @Test
    void valueThatIsPulledCountsAsMoved() {
        world.put(1, there, 7);
        NodeStatistics before = statistics();
        assertEquals(0, migrated(before, "moved"));
        world.nodes.get(0).pull(there);
        workers.await("it moved", () -> {
            world.nodes.forEach(PraghNode::poll);
            return migrated(statistics(), "moved") == 1;
        });
        NodeStatistics now = statistics();
        assertTrue(now.sum(Figure.MIGRATION_BYTES) > 0);
        assertEquals(0, now.sum(Figure.MIGRATIONS_WAITING));
        assertTrue(values(now) > values(before), "it occupies memory here");
    }

    private static long values(NodeStatistics statistics) {
        return statistics.partitions().stream()
                .mapToLong(NodeStatistics.Share::values)
                .sum();
    }

    @Test
    void standingAndMembersAreThoseOfTheView() {
        NodeStatistics statistics = statistics();
        assertEquals(NodeStatistics.Standing.MEMBER, statistics.standing());
        assertEquals("node-0", statistics.name());
        assertEquals(world.view.epoch(), statistics.epoch());
        assertEquals(3, statistics.members().size());
        assertEquals(List.of(1, 4), statistics.members().get(1).partitions());
        assertEquals(
                List.of(0, 3),
                statistics.partitions().stream()
                        .map(NodeStatistics.Share::partition)
                        .toList());
        for (NodeStatistics.Share share : statistics.partitions()) {
            assertTrue(share.used() >= share.values() + share.table(), share.toString());
            assertTrue(share.max() >= share.used() + share.free(), share.toString());
        }
    }
}
