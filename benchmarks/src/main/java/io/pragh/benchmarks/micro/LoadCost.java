package io.pragh.benchmarks.micro;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** What a load has cost this process so far: time and memory. Stateless. */
final class LoadCost {
    private static final int COLLECTIONS = 3;
    /** G1 gives memory back a little at a time. */
    private static final long GIVEN_BACK_NANOS = 2_000_000_000L;

    private LoadCost() {}

    /** Of the thread that loads, which a busy machine does not change; what other threads do for it is not in it. */
    static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /** Of all threads, the compiler's and the collector's among them. */
    static long cpuNanosOfProcess() {
        return ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
                .getProcessCpuTime();
    }

    static long heapBytes() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    static long directBytes() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    /** The most memory that this process has had at a time since {@link #forgetResidentMax}, in MB; 0 where the system does not tell (outside Linux). */
    static long residentMbMax() throws IOException {
        return status("VmHWM:");
    }

    /** Memory that this process has after a collection, in MB, when what the collection has freed is given back; 0 where the system does not tell. */
    static long residentMb() throws IOException {
        heapBytes();
        LockSupport.parkNanos(GIVEN_BACK_NANOS);
        return status("VmRSS:");
    }

    /** From now on {@link #residentMbMax} is of what comes, where the system can forget. */
    static void forgetResidentMax() throws IOException {
        Path forgetting = Path.of("/proc/self/clear_refs");
        if (Files.isWritable(forgetting)) {
            Files.writeString(forgetting, "5");
        }
    }

    private static long status(String name) throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith(name))
                            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                            .findFirst()
                            .orElse(0)
                    >> 10;
        }
    }
}
