package io.pragh.rdma.shm;

import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.Message;
import io.pragh.core.memory.Region;
import io.pragh.testkit.Asker;
import io.pragh.testkit.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A node in a process of its own, which tests start and kill. */
final class ShmProcess implements AutoCloseable {
    static final int NODE = 1;
    static final int UPDATES = 100_000;
    static final int WRITES = 32;

    private static final int SEGMENT_BYTES = 1 << 20;
    /** The limit of direct memory in segments. */
    private static final int SEGMENTS_OF_LIMIT = 32;

    private final Process process;
    private final BufferedReader output;

    private ShmProcess(Process process) {
        this.process = process;
        this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Starts the process; returns when it has printed {@code ready}. */
    static ShmProcess start(Path folder, String mode) throws IOException {
        List<String> command = ChildJvm.command(
                List.of("-Xmx128m", "-XX:MaxDirectMemorySize=" + SEGMENTS_OF_LIMIT * SEGMENT_BYTES, ChildJvm.BRIEF),
                ShmProcess.class,
                folder.toString(),
                mode);
        ShmProcess started = new ShmProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
        started.expect("ready");
        return started;
    }

    void expect(String line) throws IOException {
        String said = output.readLine();
        if (!line.equals(said)) {
            throw new IOException("the other process said something else: " + said);
        }
    }

    void kill() throws InterruptedException {
        process.destroyForcibly();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            throw new IllegalStateException("a killed process goes on");
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /**
     * The process: opens node 1, exposes partition 1, and works on partition 0 of node 0 in the mode that the second
     * argument names.
     */
    public static void main(String[] arguments) throws InterruptedException {
        ShmFabric fabric = ShmNodes.open(Path.of(arguments[0]), NODE, 1);
        Region memory = fabric.region(1 << 16, 1);
        memory.grow();
        fabric.expose(NODE, memory);
        System.out.println("ready");
        switch (arguments[1]) {
            case "count" -> {
                count(fabric, memory);
                System.out.println("counted");
                answer(fabric);
            }
            case "write" -> write(fabric, memory);
            case "fill" -> fill(fabric);
            case "stuck" -> {
                fabric.control().begin(Control.ENDPOINTS_MAX - 1);
                System.out.println("stuck");
                new CountDownLatch(1).await();
            }
            default -> throw new IllegalArgumentException(arguments[1]);
        }
    }

    /**
     * Adds to a word of the other node's memory by CAS and to another one by FETCH_ADD, and to a word of its own
     * memory with the processor.
     */
    static void count(ShmFabric fabric, Region own) {
        int self = fabric.self();
        try (Asker asker = new Asker(fabric)) {
            for (int i = 0; i < UPDATES; i++) {
                asker.fetchAdd(1 - self, 8, 1);
                own.getAndAdd(8, 1);
                long word = asker.read(1 - self, 16);
                long found = asker.cas(1 - self, 16, word, word + 1);
                while (found != word) {
                    word = found;
                    found = asker.cas(1 - self, 16, word, word + 1);
                }
            }
        }
    }

    private static void answer(ShmFabric fabric) {
        fabric.receiveWith(message -> fabric.send(new Message(
                fabric.self(), message.from(), 2, message.client(), message.sequence(), message.payload())));
        while (true) {
            if (fabric.deliver(100) == 0) {
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    /** Writes an ever greater stamp to the first words of node 0's memory, without end. */
    private static void write(ShmFabric fabric, Region own) {
        Batch batch = new Batch(WRITES);
        try (Endpoint endpoint = fabric.open()) {
            for (long stamp = 1; ; stamp++) {
                for (int at = 0; at < 1024; at += Long.BYTES) {
                    own.setLong(at, stamp);
                }
                batch.clear();
                for (int i = 0; i < WRITES; i++) {
                    batch.write(0, i * 1024L, 1024, own, 0);
                }
                endpoint.execute(batch);
            }
        }
    }

    /** Fills its limit of direct memory with a region, and with another one when nobody reaches that any more. */
    private static void fill(ShmFabric fabric) {
        System.out.println(grown(fabric.region(SEGMENT_BYTES, 2 * SEGMENTS_OF_LIMIT)));
        long room = fabric.room();
        Region other = fabric.region(SEGMENT_BYTES, 2 * SEGMENTS_OF_LIMIT);
        System.out.println(room < SEGMENT_BYTES ? "no room" : "room for " + room);
        System.gc();
        while (fabric.room() < (SEGMENTS_OF_LIMIT / 2) * SEGMENT_BYTES) {
            LockSupport.parkNanos(1_000_000); // a thread of the JVM unmaps what nobody reaches
        }
        System.out.println(grown(other));
    }

    private static String grown(Region region) {
        int segments = 0;
        while (region.grow() >= 0) {
            segments++;
        }
        boolean isFull = segments > SEGMENTS_OF_LIMIT / 2 && segments <= SEGMENTS_OF_LIMIT;
        return isFull ? "full" : "refused after " + segments;
    }
}
