package io.pragh.rdma.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.memory.Region;
import io.pragh.testkit.Asker;
import io.pragh.testkit.ChildJvm;
import io.pragh.testkit.Workers;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that a name server that does not answer delays nobody but the calls of the node whose name is looked up. The
 * JDK waits for it, on the thread that asks. Its place takes a file of names that nobody ever writes: a pipe.
 */
@EnabledOnOs(value = OS.LINUX, disabledReason = "it needs a pipe with a name")
class SlowNamesTest {
    private static final int PARTITION = 5;
    private static final long PATIENCE_NANOS = 10_000_000_000L;

    @TempDir
    Path folder;

    @Test
    void aNameThatIsLookedUpForLongDelaysNoOtherNode() throws IOException, InterruptedException {
        Path names = folder.resolve("names");
        assertEquals(0, new ProcessBuilder("mkfifo", names.toString()).start().waitFor());
        List<String> command = ChildJvm.command(
                List.of("-Xmx128m", ChildJvm.BRIEF, "-Djdk.net.hosts.file=" + names), SlowNamesTest.class);
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            assertEquals("answered", output.readLine());
        } finally {
            process.destroyForcibly();
            process.waitFor(1, TimeUnit.MINUTES);
        }
    }

    /** The process: two nodes that have reached each other, one of which meets a third one by its name. */
    public static void main(String[] none) {
        TcpFabric listener = TcpNodes.open(1, 1, TcpNodes.withSecret());
        TcpFabric caller = TcpNodes.open(0, 1, TcpNodes.withSecret());
        Region memory = listener.region(1 << 16, 1);
        memory.grow();
        listener.expose(PARTITION, memory);
        caller.meet(1, listener.address());
        Workers workers = new Workers();
        try (Asker asker = new Asker(caller)) {
            workers.await("it is let in", () -> asker.tryRead(PARTITION, 8) == OpStatus.OK);
        }
        workers.start(() -> caller.meet(2, "tcp://a-name-that-takes-long:7"));
        workers.await("the name is looked up", SlowNamesTest::isLookingUp);
        try (Endpoint endpoint = caller.open()) {
            Batch batch = new Batch(1);
            batch.readWord(PARTITION, 8);
            endpoint.post(batch);
            long began = System.nanoTime();
            while (!endpoint.poll(batch) && System.nanoTime() - began < PATIENCE_NANOS) {
                Thread.onSpinWait();
            }
            System.out.println(endpoint.poll(batch) ? "answered" : "not answered");
        }
        Runtime.getRuntime().halt(0);
    }

    /** By the names of the method in the file's reader, before JDK 18 and since. */
    private static boolean isLookingUp() {
        return Thread.getAllStackTraces().values().stream()
                .flatMap(Stream::of)
                .anyMatch(frame -> frame.getClassName().startsWith("java.net.InetAddress$HostsFile")
                        && Set.of("lookupAllHostAddr", "lookupByName").contains(frame.getMethodName()));
    }
}
