package io.pragh.core.store.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.SizeClass;
import io.pragh.core.memory.PageRuns;
import io.pragh.core.memory.Region;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Compares the block allocator with a sorted map of intervals. */
class BlockAllocatorPropertyTest {
    /** A positive step allocates four blocks of a class, a negative one frees up to four blocks. */
    @Property(tries = 200)
    void blocksNeverOverlapAndEverythingComesBack(
            @ForAll @Size(min = 1, max = 400) List<@IntRange(min = -100, max = 95) Integer> steps) {
        Model model = new Model();
        for (int step : steps) {
            for (int i = 0; i < 4; i++) {
                if (step >= 0) {
                    model.allocate(step);
                } else {
                    model.free(-step * 31 + i);
                }
            }
        }
        model.checkSweep();
        model.end();
    }

    private static final class Model {
        private final Region region = Region.direct(1 << 20, 8);
        private final PageRuns pages = new PageRuns(region);
        private final long pagesBefore = pages.usedBytes();
        private final BlockAllocator blocks = new BlockAllocator(region, pages);
        private final TreeMap<Long, Integer> classes = new TreeMap<>();
        private final List<Long> order = new ArrayList<>();

        void allocate(int sizeClass) {
            long block = blocks.allocate(sizeClass);
            if (block < 0) {
                assertEquals(8L << 20, region.bytes(), "out of memory while the region can grow");
                return;
            }
            int bytes = SizeClass.bytes(sizeClass);
            assertTrue(region.contains(block, bytes), "straddles a segment");
            assertEquals(StateWord.FREE, region.getLong(block + ValueHeader.STATE_OFFSET));
            Map.Entry<Long, Integer> below = classes.floorEntry(block);
            Map.Entry<Long, Integer> above = classes.ceilingEntry(block);
            assertTrue(below == null || below.getKey() + SizeClass.bytes(below.getValue()) <= block, "overlaps below");
            assertTrue(above == null || block + bytes <= above.getKey(), "overlaps above");
            region.setLong(block + ValueHeader.STATE_OFFSET, StateWord.locked(0, block));
            classes.put(block, sizeClass);
            order.add(block);
        }

        void free(int index) {
            if (!order.isEmpty()) {
                long block = order.remove(index % order.size());
                assertEquals(StateWord.locked(0, block), region.getLong(block + ValueHeader.STATE_OFFSET), "untouched");
                blocks.free(block);
                classes.remove(block);
            }
        }

        void checkSweep() {
            TreeMap<Long, Integer> visited = new TreeMap<>();
            blocks.forEachBlock(visited::put);
            assertEquals(classes, visited);
            assertEquals(classes.size(), blocks.stats().allocatedBlocks());
        }

        void end() {
            while (!order.isEmpty()) {
                free(0);
            }
            KeptSlabs.check(blocks, pages, pagesBefore);
        }
    }
}
