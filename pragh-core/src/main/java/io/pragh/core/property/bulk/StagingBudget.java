package io.pragh.core.property.bulk;

import io.pragh.core.base.PraghException;

/** How much of the heap a load may take. One thread. */
public final class StagingBudget {
    private static final long MEBIBYTE = 1 << 20;

    private final long bytesMax;
    private long bytes;

    /** So many bytes at most. */
    public StagingBudget(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** Three quarters of what the heap can still become. */
    public static StagingBudget ofHeap() {
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
            throw new PraghException(
                    "a load is gathered in the heap before it is stored, and there is too little of it; nothing was stored;"
                            + " give the process more (-Xmx), or load a few of the files first: what goes into a graph that has elements is"
                            + " not gathered: MiB needed=" + (bytes + MEBIBYTE - 1) / MEBIBYTE + " or more MiB most="
                            + bytesMax / MEBIBYTE);
        }
    }

    /** So many bytes are not used any more. */
    void giveBack(long fewer) {
        bytes -= fewer;
    }

    /** Bytes that are in use. */
    long bytes() {
        return bytes;
    }
}
