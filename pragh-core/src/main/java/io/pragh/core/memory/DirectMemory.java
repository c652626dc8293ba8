package io.pragh.core.memory;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.locks.LockSupport;

/** The memory outside the heap that this process may take. Stateless. */
public final class DirectMemory {
    private static final long LIMIT = limit();
    /** Bytes that values leave to those who read and remove them. */
    static final long RESERVE = LIMIT >> 6;

    private static final long LAST_PAUSE_NANOS = 1 << 29; // half a second, and as much before it

    private DirectMemory() {}

    /** Bytes that can still be taken: {@code -XX:MaxDirectMemorySize}, or as much as the heap may have, without what is in use. */
    public static long room() {
        long used = 0;
        for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
            used += pool.getName().equals("direct") ? pool.getMemoryUsed() : 0;
        }
        return Math.max(0, LIMIT - used);
    }

    /** What values can still take of it: they leave a 64th of all to those who read and remove them. */
    public static long roomOfValues() {
        return Math.max(0, room() - RESERVE);
    }

    /**
     * {@link #room} when the collector has freed what nobody uses any more, of closed graphs, say: buffers are freed with the objects that own
     * them. Cost: a collection, and up to a second until there is as much as is needed.
     *
     * @param bytes so many are needed
     */
    public static long roomAfterCollection(long bytes) {
        if (room() < bytes) {
            System.gc();
            for (long nanos = 1 << 20; room() < bytes && nanos < LAST_PAUSE_NANOS; nanos *= 2) {
                LockSupport.parkNanos(nanos); // buffers are freed by a thread of their own
            }
        }
        return room();
    }

    private static long limit() {
        HotSpotDiagnosticMXBean options = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        long told = options == null
                ? 0
                : Long.parseLong(options.getVMOption("MaxDirectMemorySize").getValue());
        return told != 0 ? told : Runtime.getRuntime().maxMemory();
    }
}
