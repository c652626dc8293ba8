package io.pragh.core.node;

import static io.pragh.core.node.TransactionFixture.bytes;
import static io.pragh.core.node.TransactionFixture.number;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.api.ConflictException;
import io.pragh.core.api.IsolationLevel;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.api.UpdateRefusedException;
import io.pragh.core.fabric.FabricCounters;
import io.pragh.core.graph.ListOperations;
import io.pragh.testkit.Workers;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Measures what begin and commit send over the fabric, counted over all nodes until no part of the transaction is
 * under way: the table in docs/protocols/transactions.md. Node 0 leads, node 1 coordinates.
 */
class CommitCostTest {
    private static final int SELF = 1;
    private static final int TRIES = 200;

    private final TransactionFixture world = new TransactionFixture(5, TransactionFixture.CONFIG);
    private final Workers workers = new Workers();
    private final NodeSession session = world.nodes.get(SELF).openSession(this::pollAll);
    private long written;

    @AfterEach
    void end() {
        session.close();
        workers.close();
        world.close();
    }

    private void pollAll() {
        world.nodes.forEach(PraghNode::poll);
    }

    /** Numbers of one-sided operations and of messages. */
    private record Cost(long reads, long writes, long atomics, long messages) {
        Cost since(Cost before) {
            return new Cost(
                    reads - before.reads, writes - before.writes, atomics - before.atomics, messages - before.messages);
        }
    }

    /**
     * The cost of most of many tries: a single try may miss a last answer that the nodes' upkeep sends late. What the
     * upkeep looks at by itself is left out.
     */
    private Cost usualCost(Runnable prepare, Runnable counted) {
        Map<Cost, Integer> times = new HashMap<>();
        for (int i = 0; i < TRIES; i++) {
            prepare.run();
            settle();
            Cost before = cost();
            counted.run();
            settle();
            times.merge(cost().since(before), 1, Integer::sum);
        }
        return Collections.max(times.entrySet(), Map.Entry.comparingByValue()).getKey();
    }

    private void settle() {
        workers.await("nothing is under way", () -> {
            pollAll();
            return world.nodes.stream().allMatch(n -> n.parts.transactions.underWay() == 0);
        });
        pollAll(); // messages after the end, which no caller waits for,
        pollAll(); // and the answers to it
    }

    private Cost cost() {
        FabricCounters counted = world.nodes.stream()
                .map(n -> n.fabric().tally().counters())
                .reduce(FabricCounters.NONE, FabricCounters::plus);
        long looks = world.fabrics.stream().mapToLong(HookedFabric::looks).sum();
        return new Cost(counted.reads() - looks, counted.writes(), counted.atomics(), counted.messages());
    }

    private Cost commit(Consumer<Transaction> work) {
        Transaction[] open = new Transaction[1];
        return usualCost(
                () -> {
                    open[0] = session.begin();
                    work.accept(open[0]);
                },
                () -> {
                    try {
                        open[0].commit();
                    } catch (UpdateRefusedException | ConflictException aborted) {
                        assertEquals(false, aborted.getMessage().isEmpty());
                    }
                });
    }

    private Cost commitOf(long... keys) {
        return commit(t -> {
            for (long key : keys) {
                t.write(key, bytes(++written));
            }
        });
    }

    /** A key whose home is one node and whose value lies at another. */
    private long key(int home, int owner, int number) {
        long key = world.key(home, number);
        world.put(home, key, 1);
        if (owner != home) {
            NodeSession reader = world.sessions.get(owner);
            workers.await("the value is moved", () -> {
                world.nodes.get(owner).pull(key);
                pollAll();
                long before = reader.counters().valuesLocal;
                reader.read(new long[] {key}, 0, 1, 8, (index, region, body, bytes) -> {});
                return reader.counters().valuesLocal > before;
            });
        }
        return key;
    }

    private Cost begin(IsolationLevel level) {
        return usualCost(
                () -> {},
                () -> session.begin(TransactionOptions.of(level).reading()).close());
    }

    private static Cost cost(int reads, int atomics, int messages) {
        return new Cost(reads, 0, atomics, messages);
    }

    @Test
    void aBeginReadsTheTimestampWordUnlessItIsCached() {
        assertEquals(cost(1, 0, 0), begin(IsolationLevel.STRICT_SERIALIZABLE));
        assertEquals(cost(0, 0, 0), begin(IsolationLevel.SERIALIZABLE_CACHED));
    }

    @Test
    void aCommitAtOneHomeIsOneMessage() {
        assertEquals(cost(0, 1, 0), commitOf(key(SELF, SELF, 1), key(SELF, SELF, 2)));
        assertEquals(cost(0, 1, 2), commitOf(key(2, 2, 1), key(2, 2, 2)));
    }

    @Test
    void aValueElsewhereCostsTwoMessagesAndAStamp() {
        assertEquals(cost(0, 2, 4), commitOf(key(SELF, 3, 1)));
        assertEquals(cost(0, 2, 6), commitOf(key(2, 3, 1)));
        assertEquals(cost(0, 2, 6), commitOf(key(2, SELF, 2)));
        assertEquals(cost(0, 2, 16), commitOf(key(2, 4, 3), key(3, 3, 1)));
    }

    @Test
    void aCommitAtSeveralHomesIsThreeMessagesToEach() {
        long own = key(SELF, SELF, 1);
        long two = key(2, 2, 1);
        long three = key(3, 3, 1);
        assertEquals(cost(0, 1, 6), commitOf(own, two));
        assertEquals(cost(0, 1, 12), commitOf(two, three));
        assertEquals(cost(0, 1, 12), commitOf(own, two, three));
        assertEquals(cost(0, 1, 18), commitOf(two, three, key(4, 4, 1)));
    }

    @Test
    void anEdgeAtBothEndsReadsNothing() {
        long out = world.key(SELF, 1);
        long in = world.key(2, 1);
        assertEquals(cost(0, 1, 6), commit(t -> {
            t.update(ListOperations.append(out, 2, 0));
            t.update(ListOperations.append(in, 1, 0));
        }));
    }

    @Test
    void whatWasReadIsReadAgain() {
        long own = key(SELF, SELF, 1);
        long two = key(2, 2, 1);
        long three = key(3, 3, 1);
        long four = key(4, 4, 1);
        Consumer<Transaction> reads = t -> {
            number(t, three);
            number(t, four);
        };
        assertEquals(cost(2, 1, 0), commit(reads.andThen(t -> t.write(own, bytes(++written)))));
        assertEquals(
                cost(2, 1, 6),
                commit(reads.andThen(t -> t.write(own, bytes(++written)))
                        .andThen(t -> t.write(two, bytes(++written)))));
        // the home validates, and its cache has no address
        assertEquals(cost(4, 1, 2), commit(reads.andThen(t -> t.write(two, bytes(++written)))));
    }

    @Test
    void anAbortGivesBackWhatWasAskedFor() {
        long own = key(SELF, SELF, 1);
        long two = key(2, 2, 1);
        Consumer<Transaction> refused = t -> t.update(ListOperations.remove(world.key(3, 9), 9, 0));
        assertEquals(cost(0, 0, 2), commit(refused));
        assertEquals(cost(0, 0, 4), commit(refused.andThen(t -> t.write(own, bytes(++written)))));
        assertEquals(cost(0, 0, 8), commit(refused.andThen(t -> t.write(two, bytes(++written)))));
        assertEquals(cost(1, 0, 0), usualCost(() -> {}, () -> {
            try (Transaction given = session.begin()) {
                given.write(two, bytes(1));
            }
        }));
    }
}
