package io.pragh.tinkerpop.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.coordinator.zookeeper.EmbeddedZooKeeper;
import io.pragh.testkit.Opened;
import io.pragh.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks a cluster of three processes over TCP to which a fourth node joins under load, and which one of the first
 * nodes leaves. No call of the nodes that stay may fail, and all results must be strictly serializable. {@code
 * -Dpragh.grow.seed=…} repeats a run's choices.
 */
@Tag("processes")
class GrowingProcessesTest {
    private static final int FOUNDERS = 3;
    private static final int PARTITIONS = 8;
    /** Long, so that a pause of a busy machine does not look like a failure. */
    private static final int SESSION_MILLIS = 20_000;

    private static final long LEASE_MILLIS = 10_000;
    private static final long PATIENCE_SECONDS = 180;
    /** How long a call may wait; as in the product by default. */
    private static final long CALL_SECONDS = Long.getLong("pragh.grow.callSeconds", 5);

    private static final int NOBODY = -1;

    private final long seed = Seeds.of("pragh.grow.seed");
    private final SplittableRandom random = new SplittableRandom(seed);
    private final String run = "-Dpragh.grow.seed=" + seed;

    @RegisterExtension
    private final Opened opened = new Opened();

    private final List<ChildProcess> nodes = new ArrayList<>();
    private final List<Integer> numbers = new ArrayList<>();

    @TempDir
    private Path folder;

    @Test
    @Timeout(value = 15, unit = TimeUnit.MINUTES)
    void aProcessJoinsAndAnotherLeavesWhileNoCallFails() throws Exception {
        System.out.println("growing: " + run);
        EmbeddedZooKeeper zooKeeper = opened.open(EmbeddedZooKeeper.start());
        for (int n = 0; n < FOUNDERS; n++) {
            start(zooKeeper.connectString());
        }
        for (int n = 0; n < FOUNDERS; n++) {
            awaitJoined(n);
        }
        String rest = " " + NOBODY + " " + System.nanoTime() + " ";
        order(0, "prepare" + rest + 0, "prepared");
        for (int n = 0; n < FOUNDERS; n++) {
            order(n, "load" + rest + random.nextLong(), "loaded");
        }
        ChildProcess.letRun(TimeUnit.SECONDS.toNanos(2));
        long began = System.nanoTime();
        start(zooKeeper.connectString());
        awaitJoined(FOUNDERS);
        long joined = System.nanoTime();
        order(FOUNDERS, "load" + rest + random.nextLong(), "loaded");
        ChildProcess.letRun(TimeUnit.SECONDS.toNanos(2));
        int leaver = random.nextInt(FOUNDERS);
        order(leaver, "halt", "halted");
        long leaves = System.nanoTime();
        order(leaver, "leave 120", "left all");
        assertEquals(0, nodes.get(leaver).exitCode(PATIENCE_SECONDS));
        long left = System.nanoTime();
        ChildProcess.letRun(TimeUnit.SECONDS.toNanos(2));
        finish(leaver);
        try {
            judge();
        } catch (AssertionError wrong) {
            for (ChildProcess node : nodes) {
                System.out.println(node.lastWords());
            }
            throw wrong;
        }
        System.out.println("growing: joined after " + (joined - began) / 1_000_000 + " ms with its share, node "
                + numbers.get(leaver) + " left after " + (left - leaves) / 1_000_000 + " ms");
    }

    private void start(String zooKeeper) throws IOException {
        int n = nodes.size();
        LoadedNode.Seat seat = new LoadedNode.Seat(
                "node-" + n, zooKeeper, "127.0.0.1:0", SESSION_MILLIS, LEASE_MILLIS, PARTITIONS, FOUNDERS);
        String[] arguments = Arrays.copyOf(seat.arguments(record(n)), 9);
        arguments[8] = "" + CALL_SECONDS;
        nodes.add(opened.open(ChildProcess.start(seat.name(), List.of(), folder, LoadedNode.class, arguments)));
    }

    private void awaitJoined(int n) throws IOException, InterruptedException {
        String joined = nodes.get(n).expect("joined ", PATIENCE_SECONDS);
        numbers.add(Integer.parseInt(joined.substring("joined ".length())));
    }

    private void order(int n, String order, String answer) throws IOException, InterruptedException {
        nodes.get(n).order(order);
        nodes.get(n).expect(answer, PATIENCE_SECONDS);
    }

    private Path record(int n) {
        return folder.resolve("record-" + n);
    }

    private void finish(int leaver) throws IOException, InterruptedException {
        for (String step : List.of("halt", "finish")) {
            for (int n = 0; n < nodes.size(); n++) {
                if (n != leaver) {
                    order(n, step, step.equals("halt") ? "halted" : "finished");
                }
            }
        }
    }

    private void judge() throws IOException {
        Map<Integer, LoadRecord> records = new TreeMap<>();
        for (int n = 0; n < nodes.size(); n++) {
            records.put(numbers.get(n), LoadRecord.read(record(n)));
        }
        assertEquals(FOUNDERS + 1, records.size(), "each node has a number of its own");
        Verdict verdict = new Verdict(records, run);
        verdict.assertNothingFailed();
        verdict.assertNoTroubles();
        verdict.assertStrictlySerializable();
        assertTrue(verdict.committed() > 100 && verdict.transfers() > 100, "there was load, " + run);
        System.out.println("growing: " + verdict.committed() + " transactions and " + verdict.transfers()
                + " transfers, the longest transaction took " + verdict.longestMillis() + " ms");
    }
}
