package io.pragh.benchmarks.micro;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** The cost of a load to this process so far: time and memory. Stateless. */
final class LoadCost {
    private static final int COLLECTIONS = 3;
    /** G1 returns memory to the system a little at a time. */
    private static final long GIVEN_BACK_NANOS = 2_000_000_000L;

    private LoadCost() {}

    /**
     * Processor time of the loading thread, which a busy machine does not change; the work of other threads for it is
     * not included.
     */
    static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /** Processor time of all threads, with the compiler's and the collector's. */
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

    /**
     * The peak memory of this process since {@link #forgetResidentMax}, in MB; 0 where the system does not report it
     * (outside Linux).
     */
    static long residentMbMax() throws IOException {
        return status("VmHWM:");
    }

    /**
     * Memory of this process after a collection, once the freed memory is returned to the system, in MB; 0 where the
     * system does not report it.
     */
    static long residentMb() throws IOException {
        heapBytes();
        LockSupport.parkNanos(GIVEN_BACK_NANOS);
        return status("VmRSS:");
    }

    /** Resets {@link #residentMbMax}, where the system can do that. */
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
