package io.pragh.rdma.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pragh.core.fabric.Message;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.memory.Region;
import io.pragh.core.memory.SystemMemory;
import io.pragh.testkit.Asker;
import io.pragh.testkit.Workers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Checks that memory in the shared folder goes back to the system once its node has left, its partition has gone to
 * another node, or its messages are read. A file that was removed takes its memory until the last process unmaps it.
 */
@EnabledOnOs(value = OS.LINUX, disabledReason = "it tells what is mapped")
class ShmLeavingTest {
    private static final int SEGMENT = 1 << 20;
    private static final long SOME_LOOKS_NANOS = 2_000_000_000;
    /** The maps of two nodes of one process of their own files and each other's. */
    private static final int MAPPED_MAX = 8;

    private final Path folder = ShmNodes.newFolder();
    private final ShmFabric fabric = ShmNodes.open(folder, 0, 1);
    private final Workers nobody = new Workers();

    @AfterEach
    void removeFolder() {
        nobody.close();
        fabric.close();
        ShmNodes.removeAll(folder);
    }

    private Path place(int node) {
        return ClusterFolder.at(folder.resolve("pragh-test")).node(node);
    }

    /** The mappings of this process of files in the shared folder with this name. */
    private long mapped(String name) {
        try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"), StandardCharsets.UTF_8)) {
            return maps.filter(line -> line.contains(folder.toString()) && line.contains("/" + name))
                    .count();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private boolean isUnmapped(String name) {
        System.gc(); // unmaps what nobody reaches any more
        return mapped(name) == 0;
    }

    private static long files(Path place, String name) {
        return ClusterFolder.list(place).stream()
                .filter(path -> String.valueOf(path.getFileName()).startsWith(name))
                .count();
    }

    @Test
    void theMemoryOfAKilledProcessIsUnmapped() throws IOException, InterruptedException {
        try (ShmProcess other = ShmProcess.start(folder, "stuck");
                Asker asker = new Asker(fabric)) {
            assertEquals(OpStatus.OK, asker.tryRead(1, 0));
            assertEquals(1, mapped("region-1") > 0 ? 1 : 0);
            other.kill();
            nobody.await("nothing of it is mapped", () -> isUnmapped("region-") && isUnmapped("gone-"));
            assertEquals(OpStatus.UNREACHABLE, asker.tryRead(1, 0));
        }
    }

    /** A process that is idle has its next collection late or never. */
    @Test
    void theMemoryOfAKilledProcessIsFreeWithoutACollection() throws IOException, InterruptedException {
        assumeTrue(SystemMemory.isAsked(), "system calls are not available");
        try (ShmProcess other = ShmProcess.start(folder, "stuck");
                Asker asker = new Asker(fabric)) {
            assertEquals(OpStatus.OK, asker.tryRead(1, 0));
            assertTrue(mapped("region-1") > 0);
            System.gc(); // what it reaches is old from now on; no collection of young objects finds it
            other.kill();
            nobody.await("nothing of it is mapped", () -> mapped("region-") == 0);
            assertEquals(OpStatus.UNREACHABLE, asker.tryRead(1, 0));
        }
    }

    /** Exposes and withdraws new memory, as a partition that comes and goes. */
    private static void comeAndGo(ShmFabric giver, Asker reader, int times) {
        for (int time = 0; time < times; time++) {
            Region memory = giver.region(SEGMENT, 2);
            memory.grow();
            memory.grow();
            giver.expose(5, memory);
            assertEquals(OpStatus.OK, reader.tryRead(5, SEGMENT + 8));
            giver.withdraw(5);
        }
    }

    @Test
    void theMemoryOfAPartitionThatHasGoneIsGivenBack() {
        try (ShmFabric giver = ShmNodes.open(folder, 1, 1);
                Asker asker = new Asker(fabric)) {
            comeAndGo(giver, asker, 3);
            nobody.await("nothing of it is mapped", () -> isUnmapped("region-"));
            nobody.await("its files are gone", () -> files(place(1), "region-") == 0);

            Region memory = giver.region(SEGMENT, 1);
            memory.grow();
            giver.expose(5, memory);
            assertEquals(OpStatus.OK, asker.tryWrite(5, 8, 3), "it comes back");
            assertEquals(3, memory.getLongAcquire(8));
            System.gc();
            assertEquals(1, files(place(1), "region-"), "memory in use stays");
            assertEquals(OpStatus.OK, asker.tryRead(5, 8));
        }
    }

    @Test
    void theRingsOfNodesThatHaveLeftAreRemoved() {
        long[] heard = {0};
        fabric.receiveWith(message -> heard[0] += message.sequence());
        for (int node = 1; node <= 3; node++) {
            ShmFabric leaving = ShmNodes.open(folder, node, 1);
            leaving.send(new Message(node, 0, 1, 0, 1, ByteBuffer.allocate(8)));
            leaving.close();
        }
        nobody.await("all messages of nodes that left are read", () -> {
            fabric.deliver(10);
            return heard[0] == 3;
        });
        nobody.await("their rings are gone", () -> files(place(0), "ring-") == 0);
        nobody.await("their rings are unmapped", () -> isUnmapped("ring-"));
        try (ShmFabric again = ShmNodes.open(folder, 1, 2)) {
            again.send(new Message(1, 0, 1, 0, 1, ByteBuffer.allocate(8)));
            nobody.await("a later life is heard", () -> fabric.deliver(10) == 1);
        }
    }

    @Test
    void lookingAfterOthersMapsNoMoreAndMore() {
        try (ShmFabric other = ShmNodes.open(folder, 1, 1)) {
            LockSupport.parkNanos(SOME_LOOKS_NANOS);
            long mapped = mapped("node-");
            assertTrue(mapped <= MAPPED_MAX, "mappings of control files: " + mapped + " of node " + other.self());
        }
    }
}
