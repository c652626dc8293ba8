package io.pragh.core.store.value;

/**
 * What a {@link BlockAllocator} holds at one moment (of each class, the classes one after the other). Immutable.
 *
 * @param allocatedBlocks blocks handed out
 * @param allocatedBytes their bytes
 * @param slabBytes bytes of all pages taken for them
 * @param freeBytes bytes of those pages that no block occupies
 */
public record AllocatorStats(long allocatedBlocks, long allocatedBytes, long slabBytes, long freeBytes) {
    /** Bytes taken per byte handed out: 1 is perfect; 1 when nothing is handed out and nothing taken. */
    public double fragmentation() {
        return slabBytes == 0 ? 1 : (double) slabBytes / Math.max(1, allocatedBytes);
    }
}
