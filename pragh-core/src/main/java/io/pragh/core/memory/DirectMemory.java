package io.pragh.core.memory;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Tells how much memory outside the heap this process may still take. Any thread. */
public final class DirectMemory {
    private static final long LIMIT = limit();
    /** Bytes that the storage of values leaves free for reading and removing values. */
    static final long RESERVE = LIMIT >> 6;

    private static final long LAST_PAUSE_NANOS = 1 << 29; // all pauses together are about as long: half a second
    private static final Cleaner CLEANER = Cleaner.create();
    /** Bytes in use that the JVM does not count, as it counts direct buffers. */
    private static final AtomicLong COUNTED = new AtomicLong();

    private DirectMemory() {}

    /**
     * Counts memory that is no direct buffer, such as a mapped file, as direct memory until it and all slices of it
     * are unreachable, which is when a file is unmapped.
     */
    static ByteBuffer counted(ByteBuffer memory) {
        long bytes = memory.capacity();
        COUNTED.addAndGet(bytes);
        CLEANER.register(memory, () -> COUNTED.addAndGet(-bytes));
        return memory;
    }

    /**
     * Bytes that can still be taken: the limit ({@code -XX:MaxDirectMemorySize}, or as much as the heap may have)
     * less the bytes in use.
     */
    public static long room() {
        long used = COUNTED.get();
        for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
            used += pool.getName().equals("direct") ? pool.getMemoryUsed() : 0;
        }
        return Math.max(0, LIMIT - used);
    }

    /**
     * Bytes that the storage of values can still take: a 64th of the limit is left for reading and removing values.
     */
    public static long roomOfValues() {
        return Math.max(0, room() - RESERVE);
    }

    /**
     * {@link #room} after a garbage collection, which frees unreachable buffers, for example of closed graphs: a
     * buffer is freed with the object that owns it. Costs a collection, and up to half a second until enough is free.
     *
     * @param bytes the bytes that are needed
     */
    public static long roomAfterCollection(long bytes) {
        if (room() < bytes) {
            System.gc();
            for (long nanos = 1 << 20; room() < bytes && nanos < LAST_PAUSE_NANOS; nanos *= 2) {
                LockSupport.parkNanos(nanos); // a thread of the JVM frees the buffers later
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
