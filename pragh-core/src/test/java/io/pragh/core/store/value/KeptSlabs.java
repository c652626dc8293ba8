package io.pragh.core.store.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.WordList;
import io.pragh.core.memory.PageRuns;
import java.util.HashSet;
import java.util.Set;

/** Checks what an allocator keeps of its region when no block is out any more. Stateless. */
final class KeptSlabs {
    private KeptSlabs() {}

    /**
     * Fails unless each class keeps at most one empty slab, and all other pages except {@code usedBefore} bytes were
     * released.
     */
    static void check(BlockAllocator blocks, PageRuns pages, long usedBefore) {
        WordList description = new WordList();
        blocks.describe(description);
        Set<Integer> classes = new HashSet<>();
        long kept = 0;
        for (long count = description.next(); count > 0; count--) {
            Slab slab = Slab.described(description);
            assertEquals(slab.capacity, slab.freeCount, "no block is handed out");
            assertTrue(classes.add(slab.sizeClass), "two empty slabs of one class: " + slab.sizeClass);
            kept += (long) slab.pages * PageRuns.PAGE_BYTES;
        }
        assertEquals(usedBefore + kept, pages.usedBytes());
        assertEquals(new AllocatorStats(0, 0, kept, kept), blocks.stats());
    }
}
