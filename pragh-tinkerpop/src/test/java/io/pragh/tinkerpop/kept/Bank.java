package io.pragh.tinkerpop.kept;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.api.SnapshotTooOldException;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.structure.CommitConflictException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;

/**
 * A bank whose four clerks transfer money. Each transaction leaves an edge behind, and counts in the clerk's own
 * vertex.
 */
final class Bank implements AutoCloseable {
    private static final int CLERKS = 4;
    private static final int ACCOUNTS = 12;
    private static final int MONEY = 100;
    private static final long COMMITS_BETWEEN = 60;
    private static final long WAIT_NANOS = 60_000_000_000L;

    private final AtomicLongArray acknowledged = new AtomicLongArray(CLERKS);
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicReference<Throwable> failed = new AtomicReference<>();
    private final List<Thread> clerks = new ArrayList<>();

    /** The commits that were acknowledged before a backup began, and after it was made. */
    record Span(List<Long> before, List<Long> after) {
        /** The same without an end. */
        Span open() {
            return new Span(
                    before, after.stream().map(number -> Long.MAX_VALUE / 2).toList());
        }
    }

    /** Opens the bank and starts its clerks, each at one of the graphs in turn, which are those of one cluster. */
    Bank(List<PraghGraph> graphs) {
        open(graphs.get(0).traversal());
        for (int clerk = 0; clerk < CLERKS; clerk++) {
            int self = clerk;
            clerks.add(new Thread(() -> work(graphs.get(self % graphs.size()), self), "clerk-" + clerk));
        }
        clerks.forEach(Thread::start);
    }

    private static void open(GraphTraversalSource g) {
        for (int account = 0; account < ACCOUNTS; account++) {
            g.addV("account")
                    .property(T.id, "a" + account)
                    .property("money", MONEY)
                    .iterate();
        }
        for (int clerk = 0; clerk < CLERKS; clerk++) {
            g.addV("clerk").property(T.id, "c" + clerk).property("done", 0L).iterate();
        }
        g.tx().commit();
    }

    List<Long> acknowledged() {
        List<Long> all = new ArrayList<>();
        for (int clerk = 0; clerk < CLERKS; clerk++) {
            all.add(acknowledged.get(clerk));
        }
        return all;
    }

    /** Waits until every clerk has committed some more. */
    void awaitCommits() {
        long began = System.nanoTime();
        List<Long> then = acknowledged();
        for (int clerk = 0; clerk < CLERKS; clerk++) {
            while (acknowledged.get(clerk) < then.get(clerk) + COMMITS_BETWEEN / CLERKS && failed.get() == null) {
                assertTrue(System.nanoTime() - began < WAIT_NANOS, "the clerks do not get on");
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    private void work(PraghGraph graph, int clerk) {
        GraphTraversalSource g = graph.traversal();
        SplittableRandom random = new SplittableRandom(clerk);
        try {
            while (!over.get()) {
                int from = random.nextInt(ACCOUNTS);
                int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
                int money = random.nextInt(20);
                long number = acknowledged.get(clerk) + 1;
                try {
                    transfer(g, "a" + from, "a" + to, money, clerk, number);
                    acknowledged.set(clerk, number);
                } catch (CommitConflictException | SnapshotTooOldException again) {
                    g.tx().rollback();
                }
            }
        } catch (RuntimeException | Error unexpected) {
            failed.compareAndSet(null, unexpected);
        }
    }

    private static void transfer(GraphTraversalSource g, String from, String to, int money, int clerk, long number) {
        Vertex giver = g.V(from).next();
        Vertex taker = g.V(to).next();
        giver.property("money", giver.<Integer>value("money") - money);
        taker.property("money", taker.<Integer>value("money") + money);
        giver.addEdge("gave", taker, "money", money, "clerk", clerk);
        g.V("c" + clerk).property("done", number).iterate();
        g.tx().commit();
    }

    /** Ends the clerks. */
    @Override
    public void close() {
        over.set(true);
        for (Thread clerk : clerks) {
            try {
                clerk.join();
            } catch (InterruptedException interrupted) {
                throw new AssertionError(interrupted);
            }
        }
        assertEquals(null, failed.get());
    }

    /** Fails unless the graph is the bank as of one moment in the span. */
    static void check(GraphTraversalSource g, Span span, String what) {
        Map<String, Long> balances = new TreeMap<>();
        Map<String, Long> moved = new TreeMap<>();
        for (int account = 0; account < ACCOUNTS; account++) {
            balances.put(
                    "a" + account, ((Number) g.V("a" + account).values("money").next()).longValue());
            moved.put("a" + account, MONEY - sum(g, account, true) + sum(g, account, false));
        }
        assertEquals(moved, balances, what);
        assertEquals(
                (long) ACCOUNTS * MONEY,
                balances.values().stream().mapToLong(Long::longValue).sum(),
                what);
        for (int clerk = 0; clerk < CLERKS; clerk++) {
            long done = (Long) g.V("c" + clerk).values("done").next();
            assertEquals(done, g.E().has("clerk", clerk).count().next(), what);
            assertTrue(done >= span.before.get(clerk), () -> what + " something acknowledged is missing: " + done);
            assertTrue(done <= span.after.get(clerk) + 1, () -> what + " it has what came later: " + done);
        }
    }

    private static long sum(GraphTraversalSource g, int account, boolean given) {
        return (given ? g.V("a" + account).outE("gave") : g.V("a" + account).inE("gave"))
                .values("money")
                .toStream()
                .mapToLong(money -> ((Number) money).longValue())
                .sum();
    }
}
