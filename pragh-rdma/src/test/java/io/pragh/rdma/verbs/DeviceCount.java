package io.pragh.rdma.verbs;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pragh.testkit.Workers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/** Counts the work of the RDMA device by its driver's packet counters, which soft-RoCE keeps. One thread. */
final class DeviceCount implements AutoCloseable {
    private static final Path DEVICES = Path.of("/sys/class/infiniband");

    private final Workers workers = new Workers();
    private final Path counters = counters();
    private final Runnable whileWaiting;
    private final long freshNanos;

    /** One-sided operations of the device, and frames that carried messages. */
    record Work(long operations, long frames) {
        private Work since(Work before) {
            return new Work(operations - before.operations, frames - before.frames);
        }
    }

    /** {@code whileWaiting} advances the work under way; it runs again and again until the device is idle. */
    DeviceCount(Runnable whileWaiting) {
        assumeTrue(
                Files.isReadable(counters.resolve("sent_pkts")) && Files.isReadable(counters.resolve("rdma_sends")),
                "SKIPPED: the device does not count packets as soft-RoCE does");
        this.whileWaiting = whileWaiting;
        this.freshNanos = (counter("lifespan") + 1) * 1_000_000; // the kernel caches the counters for this long
    }

    private static Path counters() {
        try (Stream<Path> devices = Files.list(DEVICES)) {
            return devices.sorted().findFirst().orElseThrow().resolve("ports/1/hw_counters");
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private long counter(String name) {
        try {
            return Long.parseLong(Files.readString(counters.resolve(name)).trim());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /**
     * All work so far, read once the device is idle. An operation is a packet there and one back, and so is a frame.
     */
    private Work soFar() {
        long[] last = {-1, -1};
        workers.await("the device has nothing to do", () -> {
            whileWaiting.run();
            LockSupport.parkNanos(freshNanos);
            long packets = last[0];
            last[0] = counter("sent_pkts");
            last[1] = counter("rdma_sends");
            return last[0] == packets;
        });
        return new Work(last[0] / 2 - last[1], last[1]);
    }

    /**
     * The most frequent cost of several tries. Single tries can cost more: the kernel repeats packets that it takes
     * for lost, and the first try fills the caches of addresses.
     */
    Work usual(String what, long[] keys, LongConsumer work) {
        Map<Work, Integer> times = new TreeMap<>((a, b) -> a.operations == b.operations
                ? Long.compare(a.frames, b.frames)
                : Long.compare(a.operations, b.operations));
        for (long key : keys) {
            Work before = soFar();
            work.accept(key);
            times.merge(soFar().since(before), 1, Integer::sum);
        }
        System.out.println(what + ", and in how many tries: " + times);
        return Collections.max(times.entrySet(), Map.Entry.comparingByValue()).getKey();
    }

    @Override
    public void close() {
        workers.close();
    }
}
