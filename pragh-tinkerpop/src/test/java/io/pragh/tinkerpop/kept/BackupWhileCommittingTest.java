package io.pragh.tinkerpop.kept;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.durable.BackupProgress;
import io.pragh.core.durable.BackupStep;
import io.pragh.core.durable.DataFolder;
import io.pragh.core.durable.FolderDisk;
import io.pragh.core.persist.BackupOpening;
import io.pragh.core.txn.home.CommitRecord;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.cli.CheckCommand;
import io.pragh.tinkerpop.cli.PraghCli;
import io.pragh.tinkerpop.structure.CommitConflictException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Backups of a bank whose four clerks go on: no money is made or lost, whatever was acknowledged before a backup began is in it, nothing
 * that was begun after it was made, and all of it up to one timestamp.
 */
final class BackupWhileCommittingTest {
    private static final int CLERKS = 4;
    private static final int ACCOUNTS = 12;
    private static final int MONEY = 100;
    private static final int BACKUPS = 6;
    private static final long COMMITS_BETWEEN = 60;
    private static final long WAIT_NANOS = 60_000_000_000L;

    @TempDir
    private Path folder;

    private final AtomicLongArray acknowledged = new AtomicLongArray(CLERKS);
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicReference<Throwable> failed = new AtomicReference<>();

    /** A backup, and what was acknowledged before it began, and after it was made. */
    private record Taken(BackupStep step, List<Long> before, List<Long> after) {}

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void eachIsOfOneMoment(int nodes) throws IOException, InterruptedException {
        List<Taken> taken = new ArrayList<>();
        try (PraghGraph graph = PraghGraph.build()
                .nodes(nodes)
                .partitions(4)
                .data(folder.resolve("data"))
                .open()) {
            open(graph.traversal());
            List<Thread> clerks = new ArrayList<>();
            for (int clerk = 0; clerk < CLERKS; clerk++) {
                int self = clerk;
                clerks.add(new Thread(() -> work(graph, self), "clerk-" + clerk));
            }
            clerks.forEach(Thread::start);
            try {
                for (int i = 0; i < BACKUPS; i++) {
                    awaitCommits();
                    if (i == BACKUPS / 2) {
                        assertTrue(graph.checkpoint());
                    }
                    List<Long> before = all();
                    BackupStep step = graph.backup(folder.resolve("backup"), i == 3, BackupProgress.NONE)
                            .step();
                    taken.add(new Taken(step, before, all()));
                }
            } finally {
                over.set(true);
                for (Thread clerk : clerks) {
                    clerk.join();
                }
            }
            assertEquals(null, failed.get());
        }
        long incremental = taken.stream().filter(each -> !each.step.full()).count();
        assertTrue(incremental >= 2, () -> "no chain: " + taken);
        for (int i = 0; i < BACKUPS; i++) {
            check(taken.get(i), i == 0 ? 0 : taken.get(i - 1).step.moment(), nodes);
        }
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

    private List<Long> all() {
        List<Long> all = new ArrayList<>();
        for (int clerk = 0; clerk < CLERKS; clerk++) {
            all.add(acknowledged.get(clerk));
        }
        return all;
    }

    private void awaitCommits() {
        long began = System.nanoTime();
        List<Long> then = all();
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
                } catch (CommitConflictException again) {
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

    private void check(Taken taken, long momentBefore, int nodes) throws IOException {
        String what = "nodes=" + nodes + " " + taken.step;
        Path restored = folder.resolve("restored-" + taken.step.number());
        try (BackupOpening backups = BackupOpening.of(folder.resolve("backup"))) {
            assertEquals(taken.step, backups.restore(taken.step.number(), restored, BackupProgress.NONE));
        }
        checkMoment(taken.step, momentBefore, restored, what);
        StringWriter err = new StringWriter();
        int code = PraghCli.commandLine(List.of(new CheckCommand()))
                .setErr(new PrintWriter(err, true))
                .execute("check", restored.toString());
        assertEquals(0, code, () -> what + " " + err);
        try (PraghGraph graph = PraghGraph.build().nodes(nodes).data(restored).open()) {
            GraphTraversalSource g = graph.traversal();
            assertEquals(
                    (long) ACCOUNTS * MONEY,
                    g.V().hasLabel("account").values("money").sum().next().longValue(),
                    what);
            for (int account = 0; account < ACCOUNTS; account++) {
                long balance = MONEY - sum(g, account, true) + sum(g, account, false);
                assertEquals(
                        balance, ((Number) g.V("a" + account).values("money").next()).longValue(), what);
            }
            for (int clerk = 0; clerk < CLERKS; clerk++) {
                long done = (Long) g.V("c" + clerk).values("done").next();
                assertEquals(done, g.E().has("clerk", clerk).count().next(), what);
                assertTrue(done >= taken.before.get(clerk), () -> what + " something acknowledged is missing: " + done);
                assertTrue(done <= taken.after.get(clerk) + 1, () -> what + " it has what came later: " + done);
            }
        }
    }

    private static long sum(GraphTraversalSource g, int account, boolean given) {
        return (given ? g.V("a" + account).outE("gave") : g.V("a" + account).inE("gave"))
                .values("money")
                .toStream()
                .mapToLong(money -> ((Number) money).longValue())
                .sum();
    }

    /** What clerks have committed lies on one side of each moment, in time and in the log. */
    private static void checkMoment(BackupStep step, long momentBefore, Path restored, String what) throws IOException {
        try (DataFolder data = DataFolder.open(FolderDisk.open(restored), 4, true, () -> 1)) {
            long[] commits = {0};
            data.log().read(data.logFrom(), (record, end) -> {
                CommitRecord commit = CommitRecord.decode(record);
                boolean clerks = commit.claims().stream().anyMatch(claim -> claim.key() >>> 60 == 3); // a vertex
                if (clerks) {
                    commits[0]++;
                    assertTrue(commit.timestamp() <= step.moment(), () -> what + " W=" + commit.timestamp());
                    boolean isOfThis = end > step.from();
                    assertTrue(step.full() || !isOfThis || commit.timestamp() > momentBefore, () -> what + " is older");
                }
            });
            assertTrue(step.full() || commits[0] > 0, what);
        }
    }
}
