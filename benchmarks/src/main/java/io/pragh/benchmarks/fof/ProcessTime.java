package io.pragh.benchmarks.fof;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** Processor time of this process, all its threads. Stateless. */
final class ProcessTime {
    private ProcessTime() {}

    /** Nanoseconds so far; 0 where the system does not report them. */
    static long nanos() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? Math.max(0, system.getProcessCpuTime())
                : 0;
    }
}
