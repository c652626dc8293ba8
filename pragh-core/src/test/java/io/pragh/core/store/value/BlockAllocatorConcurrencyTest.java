package io.pragh.core.store.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.memory.PageRuns;
import io.pragh.core.memory.Region;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BlockAllocatorConcurrencyTest {
    private static final int THREADS = 4;
    private static final int STEPS = 150_000;

    private final Region region = Region.direct(1 << 20, 64);
    private final PageRuns pages = new PageRuns(region);
    private final BlockAllocator blocks = new BlockAllocator(region, pages);
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS + 1);

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    /** Every thread writes its mark into each word of its blocks and checks it when it frees them. */
    @Test
    void noBlockIsHandedOutTwice() throws Exception {
        List<Future<?>> work = new ArrayList<>();
        for (int thread = 1; thread <= THREADS; thread++) {
            int mark = thread;
            work.add(threads.submit(() -> allocateAndFree(mark)));
        }
        for (Future<?> each : work) {
            each.get();
        }
        KeptSlabs.check(blocks, pages, PageRuns.PAGE_BYTES);
    }

    @Test
    void aSweepBesideThemSeesEveryBlockThatStays() throws Exception {
        List<Long> staying = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            staying.add(blocks.allocate(i % 30));
        }
        AtomicBoolean done = new AtomicBoolean();
        Future<Integer> sweeps = threads.submit(() -> {
            int count = 0;
            do {
                List<Long> visited = new ArrayList<>();
                blocks.forEachBlock((offset, sizeClass) -> visited.add(offset));
                visited.retainAll(new HashSet<>(staying));
                assertEquals(staying.stream().sorted().toList(), visited);
                count++;
            } while (!done.get());
            return count;
        });
        List<Future<?>> work = new ArrayList<>();
        for (int thread = 1; thread < THREADS; thread++) {
            int mark = thread;
            work.add(threads.submit(() -> allocateAndFree(mark)));
        }
        for (Future<?> each : work) {
            each.get();
        }
        done.set(true);
        assertTrue(sweeps.get() > 0);
    }

    private void allocateAndFree(int mark) {
        SplittableRandom random = new SplittableRandom(mark);
        long[] mine = new long[400];
        for (int step = 0; step < STEPS; step++) {
            int i = random.nextInt(mine.length);
            if (mine[i] != 0) {
                assertEquals(mark, region.getLong(mine[i]), "seed " + mark + " step " + step);
                assertEquals(mark, region.getLong(mine[i] + Long.BYTES), "seed " + mark + " step " + step);
                blocks.free(mine[i]);
                mine[i] = 0;
            } else {
                mine[i] = blocks.allocate(random.nextInt(random.nextInt(1, 80)));
                assertTrue(mine[i] > 0, "out of memory");
                region.setLong(mine[i], mark);
                region.setLong(mine[i] + Long.BYTES, mark);
            }
        }
        for (long block : mine) {
            if (block != 0) {
                blocks.free(block);
            }
        }
    }
}
