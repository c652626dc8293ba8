package io.pragh.tinkerpop.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.coordinator.zookeeper.EmbeddedZooKeeper;
import io.pragh.testkit.Opened;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that two of three processes expel the third long before its session ends when its machine refuses
 * connections, and for no other reason. The third process is killed, is stopped, or cannot be reached at the address
 * that it announces.
 */
@Tag("processes")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class RefusedProcessTest {
    private static final int NODES = 3;
    private static final int PARTITIONS = 6;
    private static final int SESSION_MILLIS = 30_000;
    private static final long LEASE_MILLIS = 3_000;
    private static final long PATIENCE_SECONDS = 120;
    /** Many times what it takes to count refusals. */
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(5);

    @RegisterExtension
    private final Opened opened = new Opened();

    private final List<ChildProcess> nodes = new ArrayList<>();
    private final List<Integer> numbers = new ArrayList<>();
    private Forwarder forwarder;
    private int victim;
    private int[] lost;

    @TempDir
    private Path folder;

    /** The first process is reached through a forwarder. */
    @BeforeEach
    void start() throws Exception {
        EmbeddedZooKeeper zooKeeper = opened.open(EmbeddedZooKeeper.start());
        int port = Forwarder.freePort();
        forwarder = opened.open(new Forwarder(port));
        for (int n = 0; n < NODES; n++) {
            LoadedNode.Seat seat = new LoadedNode.Seat(
                    "node-" + n,
                    zooKeeper.connectString(),
                    "127.0.0.1:" + (n == 0 ? port : 0),
                    SESSION_MILLIS,
                    LEASE_MILLIS,
                    PARTITIONS,
                    NODES);
            String[] arguments = Arrays.copyOf(seat.arguments(folder), 9);
            arguments[8] = n == 0 ? forwarder.address() : "";
            nodes.add(opened.open(ChildProcess.start(seat.name(), List.of(), folder, AskedNode.class, arguments)));
        }
        for (ChildProcess node : nodes) {
            String joined = node.expect("joined ", PATIENCE_SECONDS);
            numbers.add(Integer.parseInt(joined.substring("joined ".length())));
        }
        for (int p = 0; p < PARTITIONS; p++) {
            assertEquals("wrote APPLIED", persist(0, "write " + p + " " + (100 + p), "wrote "));
        }
    }

    private String ask(int place, String order, String answer) throws IOException, InterruptedException {
        nodes.get(place).order(order);
        return nodes.get(place).expect(answer, PATIENCE_SECONDS);
    }

    /** Repeats an order until the answer is not one that allows a repetition. */
    private String persist(int place, String order, String answer) throws IOException, InterruptedException {
        long began = System.nanoTime();
        String said;
        do {
            said = ask(place, order, answer);
        } while (said.equals(answer + "again")
                && System.nanoTime() - began < TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS));
        return said;
    }

    private void isVictim(int place) throws Exception {
        victim = place;
        String served = ask(place, "partitions " + numbers.get(place), "partitions ");
        lost = Arrays.stream(served.substring("partitions ".length()).split(","))
                .mapToInt(Integer::parseInt)
                .toArray();
    }

    private String survivors() {
        List<Integer> rest = new ArrayList<>(numbers);
        rest.remove(victim);
        Collections.sort(rest);
        return "members " + rest.get(0) + "," + rest.get(1);
    }

    /** All others must have the picture without it before half of its session is over. */
    private void assertIsExpelledEarly(long sinceNanos) throws Exception {
        for (int place = 0; place < NODES; place++) {
            while (place != victim && !ask(place, "members", "members ").equals(survivors())) {
                long nanos = System.nanoTime() - sinceNanos;
                assertTrue(nanos < TimeUnit.MILLISECONDS.toNanos(SESSION_MILLIS) / 2, "it is a member still");
                ChildProcess.letRun(TimeUnit.MILLISECONDS.toNanos(20));
            }
        }
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - sinceNanos);
        System.out.println("refused: the others had the picture without node " + numbers.get(victim) + " after "
                + millis + " ms, with a session of " + SESSION_MILLIS + " ms");
        assertTrue(millis < SESSION_MILLIS / 2, "after " + millis + " ms");
    }

    private void assertOnlyItsValuesAreLost() throws Exception {
        int writer = (victim + 1) % NODES;
        int reader = (victim + 2) % NODES;
        for (int p = 0; p < PARTITIONS; p++) {
            boolean gone = contains(p);
            String read = persist(reader, "read " + p, "read ");
            assertEquals(gone ? "read lost" : "read " + (100 + p), read, "partition " + p);
        }
        for (int p : lost) {
            assertEquals("wrote APPLIED", persist(writer, "write " + p + " " + (200 + p), "wrote "));
            assertEquals("read " + (200 + p), persist(reader, "read " + p, "read "));
        }
    }

    private boolean contains(int partition) {
        return IntStream.of(lost).anyMatch(p -> p == partition);
    }

    @Test
    void aProcessThatIsKilledIsExpelledLongBeforeItsSessionEnds() throws Exception {
        isVictim(2);
        long killedAt = System.nanoTime();
        nodes.get(victim).close();
        assertIsExpelledEarly(killedAt);
        assertOnlyItsValuesAreLost();
    }

    @Test
    void aProcessThatOnlyStandsStillStays() throws Exception {
        isVictim(1);
        nodes.get(victim).signal("STOP");
        ChildProcess.letRun(PAUSE_NANOS);
        assertEquals("members 0,1,2", ask(0, "members", "members "));
        assertEquals("members 0,1,2", ask(2, "members", "members "));
        nodes.get(victim).signal("CONT");
        for (int p = 0; p < PARTITIONS; p++) {
            assertEquals("read " + (100 + p), persist(victim, "read " + p, "read "));
        }
        assertEquals("members 0,1,2", ask(victim, "members", "members "));
    }

    /** The process still reaches the keeper and the others, so that it learns of its expulsion. */
    @Test
    void aProcessThatLivesAndIsRefusedByAForwarderEndsAsOneThatWasExpelled() throws Exception {
        isVictim(0);
        long closedAt = System.nanoTime();
        forwarder.close();
        assertIsExpelledEarly(closedAt);
        assertEquals("expelled", nodes.get(victim).expect("expelled", PATIENCE_SECONDS));
        assertEquals(LoadedNode.EXPELLED, nodes.get(victim).exitCode(PATIENCE_SECONDS));
        assertOnlyItsValuesAreLost();
    }
}
