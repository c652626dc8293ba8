package io.pragh.core.property.bulk;

import io.pragh.core.base.PraghException;
import io.pragh.core.memory.DirectMemory;
import io.pragh.core.memory.ScratchMemory;
import java.nio.ByteBuffer;
import java.util.function.LongUnaryOperator;

/**
 * The memory of a load: its limit, and chunks, which lie outside the heap where the system allows their release one
 * by one. One thread.
 */
public final class StagingBudget implements AutoCloseable {
    /** The logarithm of the bytes of a chunk. */
    static final int CHUNK_BITS = 16;

    private static final long MEBIBYTE = 1 << 20;

    private final LongUnaryOperator roomFor;
    private long bytesMax;
    private final ScratchMemory memory = new ScratchMemory();
    private long bytes;

    /** A budget of so many bytes. */
    public StagingBudget(long bytesMax) {
        this(bytesMax, bytes -> bytesMax);
    }

    /** A budget of so many bytes; when more are needed, {@code roomFor} returns a new limit. */
    StagingBudget(long bytesMax, LongUnaryOperator roomFor) {
        this.bytesMax = bytesMax;
        this.roomFor = roomFor;
    }

    /**
     * A budget of the memory free for values outside the heap, or of three quarters of the heap's remaining growth
     * where values are on the heap.
     */
    public static StagingBudget ofProcess() {
        if (ScratchMemory.isOffHeap()) {
            return new StagingBudget(DirectMemory.room(), DirectMemory::roomAfterCollection);
        }
        Runtime heap = Runtime.getRuntime();
        long free = heap.maxMemory() - heap.totalMemory() + heap.freeMemory();
        return new StagingBudget(free / 4 * 3);
    }

    /**
     * Reserves bytes.
     *
     * @throws PraghException when they exceed the limit; nothing was stored
     */
    void take(long more) {
        bytes += more;
        if (bytes > bytesMax) {
            bytesMax = roomFor.applyAsLong(bytes);
        }
        if (bytes > bytesMax) {
            throw tooMany();
        }
    }

    private PraghException tooMany() {
        return new PraghException(
                "a load is gathered in memory before it is stored, and there is too little of it; nothing was stored;"
                        + " give the process more (" + (ScratchMemory.isOffHeap() ? "-XX:MaxDirectMemorySize" : "-Xmx")
                        + "), or load a few of the files first: what goes into a graph that has elements is"
                        + " not gathered: MiB needed=" + (bytes + MEBIBYTE - 1) / MEBIBYTE + " or more MiB most="
                        + bytesMax / MEBIBYTE);
    }

    /** Returns reserved bytes. */
    void giveBack(long fewer) {
        bytes -= fewer;
    }

    /**
     * Takes a zeroed chunk, little-endian.
     *
     * @throws PraghException when there is none left; nothing was stored
     */
    ByteBuffer chunk() {
        take(1 << CHUNK_BITS);
        ByteBuffer chunk = memory.take();
        if (chunk == null) {
            throw tooMany();
        }
        return chunk;
    }

    /** Returns a chunk. */
    void giveBack(ByteBuffer chunk) {
        memory.giveBack(chunk);
        giveBack(1 << CHUNK_BITS);
    }

    /** Reserved bytes. */
    long bytes() {
        return bytes;
    }

    /** Releases all memory. */
    @Override
    public void close() {
        memory.close();
    }
}
