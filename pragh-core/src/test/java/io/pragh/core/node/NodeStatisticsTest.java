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
import io.pragh.core.census.NodeStatistics;
import io.pragh.testkit.Workers;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is counted of real reads, commits and migrations on three nodes. */
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
        return statistics.transactions().stream()
                .filter(e -> e.level() == level && e.end() == end)
                .mapToLong(NodeStatistics.Ended::count)
                .sum();
    }

    private static long migrated(NodeStatistics statistics, String outcome) {
        return statistics.migrations().ended().stream()
                .filter(o -> o.outcome().equals(outcome))
                .mapToLong(NodeStatistics.Outcome::count)
                .sum();
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
        assertEquals(
                4, statistics.transactions().size(), statistics.transactions().toString());
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
            assertEquals(before.sessions() + 1, statistics().sessions());
            try (Transaction reads = session.begin()) {
                for (int i = 0; i < calls; i++) {
                    assertEquals(7, number(reads, there));
                }
            }
            assertCounted(before, calls);
        }
        assertCounted(before, calls);
        assertEquals(before.sessions(), statistics().sessions());
    }

    private void assertCounted(NodeStatistics before, int calls) {
        NodeStatistics now = statistics();
        assertEquals(calls, now.reads().calls() - before.reads().calls());
        assertEquals(calls, now.reads().valuesRemote() - before.reads().valuesRemote());
        assertEquals(calls - 1, now.reads().cacheHits() - before.reads().cacheHits(), "the first was a miss");
        assertEquals(1, now.reads().cacheMisses() - before.reads().cacheMisses());
        assertEquals(2, sum(now.readLatency()) - sum(before.readLatency()), "one call in 64");
        assertTrue(now.fabric().reads() - before.fabric().reads() >= calls);
        assertTrue(now.fabric().bytes() > before.fabric().bytes());
        assertEquals(1, now.cache().entries());
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
        assertTrue(now.migrations().bytes() > 0);
        assertEquals(0, now.migrations().waiting());
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
