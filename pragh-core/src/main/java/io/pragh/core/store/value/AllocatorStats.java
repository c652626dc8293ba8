package io.pragh.core.store.value;

/**
 * The statistics of a {@link BlockAllocator} at one moment; the classes are counted one after the other. Immutable.
 *
 * @param allocatedBlocks blocks handed out
 * @param allocatedBytes their bytes
 * @param slabBytes bytes of all pages of their slabs
 * @param freeBytes bytes of those pages that no block occupies
 */
public record AllocatorStats(long allocatedBlocks, long allocatedBytes, long slabBytes, long freeBytes) {
    /** Slab bytes per allocated byte: 1 is perfect, and the result when no slab exists. */
    public double fragmentation() {
        return slabBytes == 0 ? 1 : (double) slabBytes / Math.max(1, allocatedBytes);
    }
}
