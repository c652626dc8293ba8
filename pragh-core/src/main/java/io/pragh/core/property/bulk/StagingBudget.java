package io.pragh.core.property.bulk;

import io.pragh.core.base.PraghException;
import io.pragh.core.memory.DirectMemory;
import io.pragh.core.memory.ScratchMemory;
import java.nio.ByteBuffer;
import java.util.function.LongUnaryOperator;

/**
 * The memory of a load: how much it may take, and chunks of it, which are outside the heap where the system takes them back one by one.
 * One thread.
 */
public final class StagingBudget implements AutoCloseable {
    /** A chunk has two to the power of it bytes. */
    static final int CHUNK_BITS = 16;

    private static final long MEBIBYTE = 1 << 20;

    private final LongUnaryOperator roomFor;
    private long bytesMax;
    private final ScratchMemory memory = new ScratchMemory();
    private long bytes;

    /** So many bytes at most. */
    public StagingBudget(long bytesMax) {
        this(bytesMax, bytes -> bytesMax);
    }

    /** So many bytes at most; when more are needed, as many as somebody else says then. */
    StagingBudget(long bytesMax, LongUnaryOperator roomFor) {
        this.bytesMax = bytesMax;
        this.roomFor = roomFor;
    }

    /** As much as values find outside the heap, or three quarters of what the heap can still become where all of it is there. */
    public static StagingBudget ofProcess() {
        if (ScratchMemory.isOffHeap()) {
            return new StagingBudget(DirectMemory.room(), DirectMemory::roomAfterCollection);
        }
        Runtime heap = Runtime.getRuntime();
        long free = heap.maxMemory() - heap.totalMemory() + heap.freeMemory();
        return new StagingBudget(free / 4 * 3);
    }

    /**
     * So many bytes more are about to be used.
     *
     * @throws PraghException when they are too many; nothing was stored
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

    /** So many bytes are not used any more. */
    void giveBack(long fewer) {
        bytes -= fewer;
    }

    /**
     * A zeroed chunk, little-endian.
     *
     * @throws PraghException when there is none; nothing was stored
     */
    ByteBuffer chunk() {
        take(1 << CHUNK_BITS);
        ByteBuffer chunk = memory.take();
        if (chunk == null) {
            throw tooMany();
        }
        return chunk;
    }

    /** Nobody uses a chunk any more. */
    void giveBack(ByteBuffer chunk) {
        memory.giveBack(chunk);
        giveBack(1 << CHUNK_BITS);
    }

    /** Bytes that are in use. */
    long bytes() {
        return bytes;
    }

    /** Nobody uses any of it any more. */
    @Override
    public void close() {
        memory.close();
    }
}
