package io.pragh.benchmarks.micro;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;

/** What a load has cost this process so far: time and memory. Stateless. */
final class LoadCost {
    private static final int COLLECTIONS = 3;

    private LoadCost() {}

    /** Of the thread that loads, which a busy machine does not change; what other threads do for it is not in it. */
    static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
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
}
