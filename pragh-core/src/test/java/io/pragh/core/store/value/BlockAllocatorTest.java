package io.pragh.core.store.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.SizeClass;
import io.pragh.core.memory.PageRuns;
import io.pragh.core.memory.Region;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BlockAllocatorTest {
    private final Region region = Region.direct(4 << 20, 4);
    private final PageRuns pages = new PageRuns(region);
    private final BlockAllocator blocks = new BlockAllocator(region, pages);

    @Test
    void aBlockIsFreeUntilItsHeaderIsWrittenAndAgainAfterwards() {
        long block = blocks.allocate(SizeClass.of(100));
        assertEquals(StateWord.FREE, region.getLong(block + ValueHeader.STATE_OFFSET));

        region.setLong(block + ValueHeader.STATE_OFFSET, StateWord.locked(0, 7));
        blocks.free(block);

        assertEquals(StateWord.FREE, region.getLong(block + ValueHeader.STATE_OFFSET));
    }

    @Test
    void aBlockInUsedMemoryIsFreeToo() {
        long run = pages.allocate(8);
        for (int word = 0; word < 8 * PageRuns.PAGE_BYTES; word += Long.BYTES) {
            region.setLong(run + word, -1L);
        }
        pages.free(run, 8);
        for (int i = 0; i < 100; i++) {
            long block = blocks.allocate(SizeClass.of(48));
            assertEquals(StateWord.FREE, region.getLong(block + ValueHeader.STATE_OFFSET));
        }
    }

    @Test
    void everyClassHandsOutBlocksThatFitAndKeepsOneEmptySlabAtMost() {
        long before = pages.usedBytes();
        for (int sizeClass = 0; SizeClass.bytes(sizeClass) <= region.segmentBytes(); sizeClass++) {
            long block = blocks.allocate(sizeClass);
            assertTrue(region.contains(block, SizeClass.bytes(sizeClass)));
            assertEquals(0, block % SizeClass.GRAIN_BYTES);
            blocks.free(block);
        }
        KeptSlabs.check(blocks, pages, before);
        assertEquals(-1, blocks.allocate(SizeClass.of(region.segmentBytes() + 1)), "a block never straddles segments");
    }

    /** Each class keeps an empty slab: when no page is left, other classes get the pages of these slabs. */
    @Test
    void aClassThatFindsNoPagesGetsThoseOfEmptySlabsThatOthersKeep() {
        for (int sizeClass = 0; SizeClass.bytes(sizeClass) < PageRuns.PAGE_BYTES; sizeClass++) {
            blocks.free(blocks.allocate(sizeClass));
        }
        assertTrue(blocks.stats().slabBytes() > 0, "some are kept");
        while (pages.allocate(1) >= 0) {} // only the kept slabs are left
        int sizeClass = SizeClass.of(100);
        long found = 0;
        while (blocks.allocate(sizeClass) >= 0) {
            found++;
        }
        long slabs = blocks.stats().slabBytes();
        assertTrue(found > slabs / SizeClass.bytes(sizeClass) / 2, found + " blocks in " + slabs + " bytes");
        assertTrue(slabs > 8 * PageRuns.PAGE_BYTES, "of many classes: " + slabs);
    }

    @Test
    void memoryRunsOutWithMinusOneAndComesBack() {
        int sizeClass = SizeClass.of(100_000);
        List<Long> all = new ArrayList<>();
        for (long block; (block = blocks.allocate(sizeClass)) >= 0; ) {
            all.add(block);
        }
        assertTrue(
                (long) all.size() * SizeClass.bytes(sizeClass) > 0.97 * 4 * region.segmentBytes(),
                "memory is used up, not " + all.size());
        blocks.free(all.remove(17));
        assertTrue(blocks.allocate(sizeClass) > 0);
    }

    @Test
    void aSingleSmallBlockTakesOnePageAndItsReturnCostsNone() {
        long before = pages.usedBytes();
        long block = blocks.allocate(SizeClass.of(64));
        assertEquals(before + PageRuns.PAGE_BYTES, pages.usedBytes());
        blocks.free(block);
        assertEquals(block, blocks.allocate(SizeClass.of(64)));
    }

    @Test
    void theTailOfASlabIsAtMostAThirtySecondOfTheFirstAnEighth() {
        for (int sizeClass = 0; SizeClass.bytes(sizeClass) < 32 << 10; sizeClass++) {
            int bytes = SizeClass.bytes(sizeClass);
            long first = takenByTheNextSlab(sizeClass);
            assertTrue(first % bytes * 8 <= first, "class " + sizeClass + " first slab " + first);
            assertTrue(first < bytes + 8 * PageRuns.PAGE_BYTES, "class " + sizeClass + " first slab " + first);
            long second = takenByTheNextSlab(sizeClass);
            assertTrue(second % bytes * 32 <= second, "class " + sizeClass + " second slab " + second);
        }
    }

    private long takenByTheNextSlab(int sizeClass) {
        long before = pages.usedBytes();
        while (pages.usedBytes() == before) {
            assertTrue(blocks.allocate(sizeClass) > 0);
        }
        return pages.usedBytes() - before;
    }

    @Test
    void whatIsNotHandedOutCannotBeFreed() {
        long small = blocks.allocate(SizeClass.of(100));
        long large = blocks.allocate(SizeClass.of(100_000));

        assertThrows(AssertionError.class, () -> blocks.free(small + 16), "inside a block");
        assertThrows(AssertionError.class, () -> blocks.free(small + SizeClass.bytes(SizeClass.of(100))), "free");
        assertThrows(AssertionError.class, () -> blocks.free(large + PageRuns.PAGE_BYTES), "inside a run");
        assertThrows(AssertionError.class, () -> blocks.free(0), "no block's page");
        assertThrows(AssertionError.class, () -> blocks.free(1L << 40), "outside");
        blocks.free(small);
        blocks.free(large);
        assertThrows(AssertionError.class, () -> blocks.free(small), "twice");
        assertThrows(AssertionError.class, () -> blocks.free(large), "twice");
    }

    @Test
    void aSweepVisitsBlocksInTheOrderOfAddresses() {
        Set<Long> expected = new HashSet<>();
        for (int i = 0; i < 3000; i++) {
            expected.add(blocks.allocate(i % 40));
        }
        expected.add(blocks.allocate(SizeClass.of(1 << 20)));

        List<Long> visited = new ArrayList<>();
        blocks.forEachBlock((offset, sizeClass) -> visited.add(offset));

        assertEquals(expected, new HashSet<>(visited));
        assertEquals(visited.stream().sorted().toList(), visited);
    }

    @Test
    void aSweepMayFreeWhatItVisits() {
        for (int i = 0; i < 3000; i++) {
            blocks.allocate(i % 40);
        }
        blocks.forEachBlock((offset, sizeClass) -> blocks.free(offset));
        assertEquals(0, blocks.stats().allocatedBlocks());
    }

    @Test
    void aFreedBlockBelowTheOthersIsFoundAgain() {
        List<Long> page = new ArrayList<>();
        for (int i = 0; i < PageRuns.PAGE_BYTES / 16; i++) {
            page.add(blocks.allocate(0));
        }
        for (int i : new int[] {200, 3, 130}) {
            blocks.free(page.get(i));
            assertEquals(page.get(i), blocks.allocate(0));
        }
    }

    @Test
    void theFullestSlabIsFilledFirst() {
        int sizeClass = SizeClass.of(1024);
        List<Long> all = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            all.add(blocks.allocate(sizeClass));
        }
        // the first four pages hold four blocks each: keep one block of the first page and three of the second
        all.subList(1, 4).forEach(blocks::free);
        blocks.free(all.get(4));
        while (blocks.allocate(sizeClass) != all.get(4)) {
            assertTrue(blocks.stats().allocatedBlocks() < 41, "the second page is filled before the first one");
        }
        assertTrue(all.subList(1, 4).contains(blocks.allocate(sizeClass)));
    }

    @Test
    void statisticsAddUp() {
        blocks.allocate(SizeClass.of(1024));
        blocks.allocate(SizeClass.of(1 << 16));
        AllocatorStats stats = blocks.stats();

        assertEquals(new AllocatorStats(2, 1024 + (1 << 16), 4096 + (1 << 16), 3072), stats);
        assertEquals(69632 / 66560.0, stats.fragmentation());
    }
}
