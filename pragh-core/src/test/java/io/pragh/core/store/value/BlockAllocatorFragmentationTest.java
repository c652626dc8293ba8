package io.pragh.core.store.value;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.SizeClass;
import io.pragh.core.memory.PageRuns;
import io.pragh.core.memory.Region;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Measures fragmentation while values are replaced again and again and their sizes drift, forty times up and down.
 * The worst moment is late in a drift to smaller values, when a few old blocks hold many slabs.
 */
class BlockAllocatorFragmentationTest {
    private static final int VALUES = 50_000;
    private static final int[] MEAN_BYTES = {120, 900, 300, 3000, 70, 500};

    private final Region region = Region.direct(16 << 20, 32);
    private final PageRuns pages = new PageRuns(region);
    private final BlockAllocator blocks = new BlockAllocator(region, pages);
    private final SplittableRandom random = new SplittableRandom(7);
    private final long[] blockOf = new long[VALUES];
    private final int[] bytesOf = new int[VALUES];
    private final Map<Long, Integer> valueAt = new HashMap<>();
    private long liveBytes;

    @Test
    void compactionBoundsWhatIsTaken() {
        double worst = run(true);
        assertTrue(worst < 1.5, "taken bytes per live byte: " + worst);
    }

    @Test
    void withoutCompactionAFewOldBlocksHoldTheirSlabs() {
        double worst = run(false);
        assertTrue(worst > 3, "compaction was not needed in this run: " + worst);
    }

    private double run(boolean compact) {
        for (int value = 0; value < VALUES; value++) {
            put(value, MEAN_BYTES[0]);
        }
        double worst = 0;
        for (int phase = 1; phase < MEAN_BYTES.length; phase++) {
            for (int i = 0; i < 4 * VALUES; i++) {
                int value = random.nextInt(VALUES);
                blocks.free(blockOf[value]);
                valueAt.remove(blockOf[value]);
                liveBytes -= bytesOf[value];
                put(value, MEAN_BYTES[phase]);
                if (i % 1000 == 0) {
                    if (compact && blocks.stats().fragmentation() > 1.15) {
                        blocks.sparseSlabs(0.7, 2000, this::move);
                    }
                    worst = Math.max(worst, (double) blocks.stats().slabBytes() / liveBytes);
                }
            }
        }
        Arrays.stream(blockOf).forEach(blocks::free);
        KeptSlabs.check(blocks, pages, PageRuns.PAGE_BYTES);
        return worst;
    }

    private void put(int value, int meanBytes) {
        int bytes = ValueHeader.LENGTH + (int) (-Math.log(1 - random.nextDouble()) * meanBytes);
        place(value, bytes, blocks.allocate(SizeClass.of(bytes)));
        liveBytes += bytes;
    }

    private void place(int value, int bytes, long block) {
        assertTrue(block > 0, "out of memory");
        blockOf[value] = block;
        bytesOf[value] = bytes;
        valueAt.put(block, value);
    }

    private void move(long block, int sizeClass) {
        int value = valueAt.remove(block);
        place(value, bytesOf[value], blocks.allocate(sizeClass));
        blocks.free(block);
    }
}
