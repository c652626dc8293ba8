package io.pragh.core.memory;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;

/** The memory outside the heap that this process may take. Stateless. */
public final class DirectMemory {
    private static final long LIMIT = limit();

    private DirectMemory() {}

    /** Bytes that can still be taken: {@code -XX:MaxDirectMemorySize}, or as much as the heap may have, without what is in use. */
    public static long room() {
        long used = 0;
        for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
            used += pool.getName().equals("direct") ? pool.getMemoryUsed() : 0;
        }
        return Math.max(0, LIMIT - used);
    }

    private static long limit() {
        HotSpotDiagnosticMXBean options = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        long told = options == null
                ? 0
                : Long.parseLong(options.getVMOption("MaxDirectMemorySize").getValue());
        return told != 0 ? told : Runtime.getRuntime().maxMemory();
    }
}
