package io.pragh.rdma.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.FabricSeat;
import io.pragh.core.fabric.Message;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.memory.Region;
import io.pragh.testkit.Asker;
import io.pragh.testkit.Workers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Checks {@link ShmFabric} between two processes: atomic updates of each other's memory, messages, fencing, and the
 * clean-up after a process that was killed. The other process is a {@link ShmProcess}, which the tests kill, stop
 * inside an operation, or fence.
 */
class ShmProcessTest {
    private final Path folder = ShmNodes.newFolder();
    private final ShmFabric fabric = ShmNodes.open(folder, 0, 1);
    private final Region memory = fabric.region(1 << 16, 2);

    ShmProcessTest() {
        memory.grow();
        fabric.expose(0, memory);
    }

    @AfterEach
    void removeFolder() {
        fabric.close();
        ShmNodes.removeAll(folder);
    }

    private Path place(int node) {
        return ClusterFolder.at(folder.resolve("pragh-test")).node(node);
    }

    @Test
    void noUpdateIsLostBetweenProcessesAndMessagesArriveBothWays() throws IOException {
        try (ShmProcess other = ShmProcess.start(folder, "count");
                Asker asker = new Asker(fabric);
                Workers nobody = new Workers()) {
            ShmProcess.count(fabric, memory);
            other.expect("counted");

            for (int partition = 0; partition < 2; partition++) {
                assertEquals(2 * ShmProcess.UPDATES, asker.read(partition, 8), "FETCH_ADD and the processor");
                assertEquals(ShmProcess.UPDATES, asker.read(partition, 16), "CAS");
            }
            List<Message> answers = new ArrayList<>();
            fabric.receiveWith(answers::add);
            for (int i = 0; i < 2_000; i++) {
                fabric.send(new Message(0, 1, 1, 0, i, ByteBuffer.allocate(i % 50 == 0 ? 100_000 : 24)));
            }
            nobody.await("all answers", () -> {
                fabric.deliver(100);
                return answers.size() == 2_000;
            });
            for (int i = 0; i < 2_000; i++) {
                assertEquals(i, answers.get(i).sequence());
                assertEquals(
                        i % 50 == 0 ? 100_000 : 24, answers.get(i).payload().remaining());
            }
        }
    }

    @Test
    void aKilledProcessIsSeenAsDeadAndItsFilesAreRemoved() throws IOException, InterruptedException {
        try (ShmProcess other = ShmProcess.start(folder, "write");
                Asker asker = new Asker(fabric);
                Workers nobody = new Workers()) {
            nobody.await("it writes", () -> memory.getLongAcquire(0) > 100);
            assertEquals(OpStatus.OK, asker.tryRead(1, 0));
            assertThrows(PraghException.class, () -> ShmNodes.open(folder, 1, 2), "its number is taken");

            other.kill();

            nobody.await("it is seen as dead", () -> asker.tryRead(1, 0) == OpStatus.UNREACHABLE);
            nobody.await("its files are gone", () -> !Files.exists(place(1)));
            fabric.fence(1); // must not wait for an operation that a dead process never ends
            try (ShmFabric again = ShmNodes.open(folder, 1, 2)) {
                Region anew = again.region(1 << 16, 1);
                anew.grow();
                again.expose(1, anew);
                assertEquals(OpStatus.OK, asker.tryWrite(1, 8, 9));
                assertEquals(9, anew.getLongAcquire(8));
            }
        }
    }

    @Test
    void whoeverHasALaterLifeReachesNothingAnyMore() {
        try (ShmFabric earlier = ShmNodes.open(folder, 1, 1);
                Asker asker = new Asker(earlier)) {
            assertEquals(OpStatus.OK, asker.tryWrite(0, 8, 1));
            assertTrue(
                    ClusterFolder.at(folder.resolve("pragh-test")).directory().live(1, 2)); // as a joining node does
            assertEquals(OpStatus.FENCED, asker.tryWrite(0, 8, 2));
            assertEquals(1, memory.getLongAcquire(8));
        }
    }

    @Test
    void whoeverComesFirstRemovesWhatAWholeDeadClusterHasLeft() throws IOException, InterruptedException {
        Path other = ShmNodes.newFolder();
        try {
            try (ShmProcess process = ShmProcess.start(other, "stuck")) {
                process.expect("stuck");
                process.kill();
            }
            Path left = other.resolve("pragh-test").resolve("node-1");
            assertTrue(Files.exists(left.resolve(RegionFile.name(1))));

            try (ShmFabric next = ShmNodes.open(other, 2, 1)) {
                assertFalse(Files.exists(left));
                assertEquals(2, next.self());
            }
        } finally {
            ShmNodes.removeAll(other);
        }
    }

    @Test
    void aProcessTakesAsMuchSharedMemoryAsItMayTakeDirectMemory() throws IOException {
        Path other = ShmNodes.newFolder();
        try (ShmProcess process = ShmProcess.start(other, "fill")) {
            process.expect("full");
            process.expect("no room");
            process.expect("full");
        } finally {
            ShmNodes.removeAll(other);
        }
    }

    @Test
    void nothingOfAnotherProcessTakesEffectOnceFenceHasReturned() throws IOException {
        try (ShmProcess other = ShmProcess.start(folder, "write");
                Workers nobody = new Workers()) {
            nobody.await("it writes", () -> memory.getLongAcquire(0) > 100);

            fabric.fence(ShmProcess.NODE);

            long[] stamps = new long[ShmProcess.WRITES];
            for (int i = ShmProcess.WRITES - 1; i >= 0; i--) {
                stamps[i] = memory.getLongAcquire(i * 1024L);
            }
            Control control = ClusterFolder.at(folder.resolve("pragh-test")).control(ShmProcess.NODE);
            long turn = control.turn(0);
            nobody.await("it goes on trying", () -> control.turn(0) > turn + 100);
            for (int i = 0; i < ShmProcess.WRITES; i++) {
                assertEquals(stamps[i], memory.getLongAcquire(i * 1024L), "a late effect of operation " + i);
            }
            assertTrue(other.isAlive());
        }
    }

    @Test
    void aProcessThatIsStoppedInAnOperationIsKilledByWhoFencesIt() throws IOException {
        Path other = ShmNodes.newFolder();
        try (ShmFabric impatient = (ShmFabric) new ShmFabricProvider()
                        .open(new FabricSeat("test", 0, 1, "shm:" + other, Map.of("patienceMillis", "300")));
                ShmProcess process = ShmProcess.start(other, "stuck")) {
            process.expect("stuck");

            impatient.fence(ShmProcess.NODE);

            try (Workers nobody = new Workers()) { // the locks go before its parent hears of its end
                nobody.await("it is dead", () -> !process.isAlive());
            }
        } finally {
            ShmNodes.removeAll(other);
        }
    }
}
