package io.pragh.tinkerpop.cli.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.durable.DataPlace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks a cluster of processes whose data folders lie at bookies: a node and a bookie are killed, a standby takes
 * over, and all processes are started again by {@code pragh cluster}.
 */
@Tag("processes")
class DurableClusterCommandTest {
    private static final int VERTICES = 40;
    private static final long WAIT_NANOS = TimeUnit.MINUTES.toNanos(3);

    @TempDir
    private Path folder;

    private final ClusterCommands commands = new ClusterCommands();

    private int start(String dir, int port, int standbys) {
        return commands.start(dir, 3, port, "--open", "--durable", "--standby", standbys);
    }

    @Test
    @Timeout(value = 20, unit = TimeUnit.MINUTES) // it starts a dozen JVMs, on a machine that may be busy
    void theShareOfAKilledNodeIsServedByAStandbyFromTheLedgers() throws IOException {
        String dir = folder.resolve("durable").toString();
        try {
            int port = ClusterCommands.threePorts();
            assertEquals(0, start(dir, port, 1), commands::err);
            assertTrue(commands.out().contains("it is kept by bookies below"), commands::out);
            NumberedPeople.add(port, 0, VERTICES);
            checkNobodyElseReads(dir);
            ClusterCommands.kill(dir, "node-2");
            awaitWhole(port);
            assertTrue(
                    ClusterCommands.log(dir, "standby-0").contains("this process takes its place: bookkeeper://"),
                    () -> "the standby has the ledgers of node-2");
            ClusterCommands.kill(dir, "bookie-1");
            NumberedPeople.add(port + 1, VERTICES, 2 * VERTICES);
            assertEquals(0, commands.run("cluster", "stop", "--dir", dir), commands::err);
            assertFalse(commands.out().contains("by force"), commands::out);
            assertNoBookieRuns(dir);
            assertEquals(0, start(dir, port, 0), commands::err);
            NumberedPeople.check(port, 2 * VERTICES);
            for (int node = 0; node < 3; node++) {
                ClusterCommands.kill(dir, "node-" + node);
            }
            commands.assertDone("cluster", "stop", "--dir", dir);
            assertTrue(commands.out().contains("ended 3 bookies; no node was running"), commands::out);
            assertNoBookieRuns(dir);
        } catch (AssertionError | RuntimeException failed) {
            throw commands.failure(
                    failed, dir, "node-0", "node-1", "node-2", "standby-0", "bookie-0", "bookie-1", "bookie-2");
        } finally {
            ClusterCommands.end(dir);
        }
    }

    private static void assertNoBookieRuns(String dir) throws IOException {
        assertTrue(
                new ClusterBookies(new ClusterFolder(Path.of(dir)))
                        .processes().stream().allMatch(bookie -> bookie.handle().isEmpty()),
                "bookies end with the cluster");
    }

    @Test
    void aGraphIsKeptInAFolderOrByBookies() {
        String dir = folder.resolve("both").toString();
        assertEquals(2, commands.run("cluster", "start", "--durable", "--data", dir + "-data", "--dir", dir));
        assertTrue(commands.err().contains("leave one of them out"), commands::err);
    }

    /** What the bookies keep is for those who have the cluster's secret. */
    private static void checkNobodyElseReads(String dir) throws IOException {
        String address = new ClusterFolder(Path.of(dir)).plan().data(0).toString();
        assertTrue(address.contains("?secretFile="), address);
        DataPlace stranger = DataPlace.of(address.replaceFirst("\\?.*", ""));
        IOException refused = assertThrows(IOException.class, stranger::inside);
        assertTrue(String.valueOf(refused.getMessage()).contains("?secretFile=FILE"), refused::getMessage);
    }

    /** Returns when all that was written is served again. */
    private static void awaitWhole(int port) {
        long began = System.nanoTime();
        while (true) {
            try {
                NumberedPeople.check(port, VERTICES);
                return;
            } catch (RuntimeException later) {
                if (System.nanoTime() - began > WAIT_NANOS) {
                    throw later;
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(500));
            }
        }
    }
}
