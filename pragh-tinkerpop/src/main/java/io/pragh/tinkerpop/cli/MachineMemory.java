package io.pragh.tinkerpop.cli;

import java.lang.management.ManagementFactory;

/** The memory of this machine, or of the container. Stateless. */
public final class MachineMemory {
    private MachineMemory() {}

    /** Its memory, in MB. */
    public static long megabytes() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getTotalMemorySize() >> 20
                : Long.MAX_VALUE;
    }
}
