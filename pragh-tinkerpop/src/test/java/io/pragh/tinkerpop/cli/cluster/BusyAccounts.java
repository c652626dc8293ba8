package io.pragh.tinkerpop.cli.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.testkit.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;

/**
 * Accounts between which one client moves amounts, while another one adds them up, without a pause. A call that fails
 * ends the test. One thread.
 */
final class BusyAccounts {
    private static final int ACCOUNTS = 6;
    private static final long BALANCE = 100;
    private static final int ROUNDS = 25;

    private final Workers workers;
    private final List<Object> accounts = new ArrayList<>();
    private final AtomicInteger written = new AtomicInteger();
    private final AtomicInteger looks = new AtomicInteger();

    BusyAccounts(Workers workers) {
        this.workers = workers;
    }

    /** Starts both clients. The one that writes adds a mark after each transfer. */
    void start(GraphTraversalSource writes, GraphTraversalSource reads) {
        for (int i = 0; i < ACCOUNTS; i++) {
            accounts.add(
                    writes.addV("account").property("balance", BALANCE).id().next());
        }
        long[] balances = new long[ACCOUNTS];
        Arrays.fill(balances, BALANCE);
        workers.start(() -> {
            while (!workers.stopped()) {
                int from = written.get() % ACCOUNTS;
                int to = (from + 1) % ACCOUNTS;
                writes.V(accounts.get(from))
                        .property("balance", balances[from] -= 3)
                        .V(accounts.get(to))
                        .property("balance", balances[to] += 3)
                        .iterate();
                writes.addV("mark").property("number", written.get()).iterate();
                written.incrementAndGet();
            }
        });
        workers.start(() -> {
            while (!workers.stopped()) {
                checkSum(reads);
                looks.incrementAndGet();
            }
        });
    }

    /** Waits until both clients have done some more work. */
    void awaitRounds() {
        int writtenBefore = written.get();
        int looksBefore = looks.get();
        workers.await(
                "both go on", () -> written.get() >= writtenBefore + ROUNDS && looks.get() >= looksBefore + ROUNDS);
    }

    /** Fails unless no amount is missing. */
    void checkSum(GraphTraversalSource g) {
        assertEquals(
                ACCOUNTS * BALANCE,
                g.V().hasLabel("account").values("balance").sum().next().longValue());
    }

    /** After the clients have stopped: fails unless all that they have written is there. */
    void check(GraphTraversalSource g) {
        checkSum(g);
        assertEquals(written.get(), g.V().hasLabel("mark").count().next().intValue());
        for (int i = 0; i < ACCOUNTS; i++) {
            long moved = transfersFrom((i + ACCOUNTS - 1) % ACCOUNTS) - transfersFrom(i);
            assertEquals(
                    BALANCE + 3 * moved,
                    ((Number) g.V(accounts.get(i)).values("balance").next()).longValue());
        }
    }

    private long transfersFrom(int account) {
        return (written.get() + ACCOUNTS - 1L - account) / ACCOUNTS;
    }
}
