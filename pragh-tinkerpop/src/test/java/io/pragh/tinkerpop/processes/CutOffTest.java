package io.pragh.tinkerpop.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pragh.testkit.Opened;
import io.pragh.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks a cluster of three processes, each in a network namespace of its own, when one node is cut off from the
 * others and from ZooKeeper under load, and comes back. No acknowledged result may be wrong, and no two nodes may
 * take writes of the same partition at the same time.
 *
 * <p>{@code -Dpragh.cut.seconds=30} makes the cut longer, with the lease that servers have. {@code -Dpragh.cut.seed=…}
 * repeats a run's choices.
 */
@Tag("processes")
class CutOffTest {
    private static final int NODES = 3;
    private static final int PARTITIONS = 6;
    private static final int ZOOKEEPER_PORT = 2181;
    private static final int FABRIC_PORT = 7000;
    private static final long SECONDS = Long.getLong("pragh.cut.seconds", 13);
    private static final int SESSION_MILLIS = 4_000;
    /** The lease of servers if the cut is long enough for it. */
    private static final long LEASE_MILLIS = SECONDS >= 25 ? 10_000 : 3_000;
    /** For pauses of a busy machine. */
    private static final long SLACK_SECONDS = 20;

    private static final long BOUND_SECONDS = (SESSION_MILLIS + LEASE_MILLIS) / 1_000 + SLACK_SECONDS;
    private static final long PATIENCE_SECONDS = 120;

    private final long seed = Seeds.of("pragh.cut.seed");
    private final SplittableRandom random = new SplittableRandom(seed);
    private final String run = "-Dpragh.cut.seed=" + seed + " -Dpragh.cut.seconds=" + SECONDS;

    @RegisterExtension
    private final Opened opened = new Opened();

    /** By the number of the namespace. */
    private final List<ChildProcess> nodes = new ArrayList<>();

    private final int[] numbers = new int[NODES];

    @TempDir
    private Path folder;

    @Test
    @Timeout(value = 15, unit = TimeUnit.MINUTES)
    void aNodeThatIsCutOffTakesNoMoreWritesAndTheOthersGoOnWithItsPartitions() throws Exception {
        String missing = Namespaces.missing();
        if (missing != null) {
            System.out.println("cut off: skipped: " + missing);
        }
        assumeTrue(missing == null, "no network namespaces: " + missing);
        Namespaces network = opened.open(Namespaces.open(NODES));
        startNodes(network);
        int place = place();
        int victim = numbers[place];
        List<ChildProcess> others = new ArrayList<>(nodes);
        others.remove(place);
        startLoad(victim);
        ChildProcess.letRun(TimeUnit.SECONDS.toNanos(3));

        long cutAt = System.nanoTime();
        network.cut(place);
        others.forEach(node -> node.order("cut"));
        writer(others).expect("taken over", BOUND_SECONDS);
        long left = TimeUnit.SECONDS.toNanos(SECONDS) - (System.nanoTime() - cutAt);
        ChildProcess.letRun(left);
        network.heal(place);
        long healedAt = System.nanoTime();
        String told = nodes.get(place).expect("expelled ", PATIENCE_SECONDS);
        assertEquals(LoadedNode.EXPELLED, nodes.get(place).exitCode(PATIENCE_SECONDS));
        ChildProcess.letRun(TimeUnit.SECONDS.toNanos(2)); // packets that were sent long ago may still arrive
        finish(others);
        judge(victim, cutAt, healedAt, Long.parseLong(told.substring("expelled ".length())));
    }

    /**
     * Chooses the leading node half of the time, because the others can commit nothing then until they have its
     * partitions.
     */
    private int place() {
        int leading = IntStream.range(0, NODES)
                .boxed()
                .min((a, b) -> Integer.compare(numbers[a], numbers[b]))
                .orElseThrow();
        return random.nextBoolean() ? leading : random.nextInt(NODES);
    }

    private void startNodes(Namespaces network) throws IOException, InterruptedException {
        System.out.println("cut off: " + run);
        ChildProcess zooKeeper = opened.open(ChildProcess.start(
                "zookeeper",
                network.inHub(),
                folder,
                ZooKeeperProcess.class,
                network.hubAddress(),
                "" + ZOOKEEPER_PORT,
                folder.resolve("zookeeper").toString()));
        zooKeeper.expect("serving", PATIENCE_SECONDS);
        for (int n = 0; n < NODES; n++) {
            LoadedNode.Seat seat = new LoadedNode.Seat(
                    "node-" + n,
                    network.hubAddress() + ":" + ZOOKEEPER_PORT,
                    network.address(n) + ":" + FABRIC_PORT,
                    SESSION_MILLIS,
                    LEASE_MILLIS,
                    PARTITIONS,
                    NODES);
            nodes.add(opened.open(ChildProcess.start(
                    seat.name(), network.in(n), folder, LoadedNode.class, seat.arguments(record(n)))));
        }
        for (int n = 0; n < NODES; n++) {
            String joined = nodes.get(n).expect("joined ", PATIENCE_SECONDS);
            numbers[n] = Integer.parseInt(joined.substring("joined ".length()));
        }
    }

    private Path record(int place) {
        return folder.resolve("record-" + place);
    }

    private void startLoad(int victim) throws IOException, InterruptedException {
        String rest = " " + victim + " " + System.nanoTime() + " ";
        nodes.get(0).order("prepare" + rest + 0);
        nodes.get(0).expect("prepared", PATIENCE_SECONDS);
        for (ChildProcess node : nodes) {
            node.order("load" + rest + random.nextLong());
            node.expect("loaded", PATIENCE_SECONDS);
        }
    }

    /** The survivor that writes to registers: the one with the lower number. */
    private ChildProcess writer(List<ChildProcess> others) {
        return others.stream()
                .min((a, b) -> Integer.compare(numbers[nodes.indexOf(a)], numbers[nodes.indexOf(b)]))
                .orElseThrow();
    }

    private static void finish(List<ChildProcess> others) throws IOException, InterruptedException {
        for (ChildProcess node : others) {
            node.order("halt");
            node.expect("halted", PATIENCE_SECONDS);
        }
        for (ChildProcess node : others) {
            node.order("finish");
            node.expect("finished", PATIENCE_SECONDS);
        }
    }

    private void judge(int victim, long cutAt, long healedAt, long expelledAt) throws IOException {
        Map<Integer, LoadRecord> records = new TreeMap<>();
        for (int n = 0; n < NODES; n++) {
            records.put(numbers[n], LoadRecord.read(record(n)));
        }
        Verdict verdict = new Verdict(records, run);
        long takenOver = verdict.takenOver(victim);
        long fenced = verdict.fenced(victim);
        long last = verdict.lastAcknowledged(victim);
        long pause = verdict.longestPause(victim, cutAt, healedAt);
        System.out.println("cut off: node " + victim + " of " + NODES + " for " + seconds(healedAt - cutAt)
                + "; after the cut it acknowledged its last write at " + seconds(last - cutAt)
                + " and took none any more at " + seconds(fenced - cutAt)
                + "; the others wrote to its partitions at " + seconds(takenOver - cutAt)
                + ", and made no transfer among themselves for " + seconds(pause)
                + " at most; it knew that it was expelled " + seconds(expelledAt - healedAt) + " after the healing; "
                + verdict.committed() + " transactions and " + verdict.transfers() + " transfers; founders in order "
                + IntStream.of(numbers).boxed().toList());
        verdict.assertNothingFailed();
        assertTrue(fenced < takenOver, "it stopped before anybody took its place, " + run);
        assertTrue(last < takenOver, "no write was acknowledged on both sides, " + run);
        verdict.assertNoWriteBegunAfter(victim, fenced);
        assertTrue(fenced - cutAt < TimeUnit.SECONDS.toNanos(BOUND_SECONDS), "it stops in time, " + run);
        assertTrue(pause < TimeUnit.SECONDS.toNanos(BOUND_SECONDS), "the others go on in time, " + run);
        verdict.assertRegistersAreLinearizable();
        verdict.assertStrictlySerializable();
        assertTrue(verdict.committed() > 100 && verdict.transfers() > 100, "there was load, " + run);
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
    }
}
