package io.pragh.tinkerpop.cli.cluster;

import java.lang.management.ManagementFactory;

/** How much memory this machine, or the container, has. Stateless. */
final class MachineMemory {
    private MachineMemory() {}

    static long megabytes() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getTotalMemorySize() >> 20
                : Long.MAX_VALUE;
    }
}
