package io.pragh.core.store.value;

import io.pragh.core.address.SizeClass;
import io.pragh.core.memory.PageRuns;
import io.pragh.core.memory.Region;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.api.Test;

/**
 * Checks that the allocator is a linearizable pool: an allocation succeeds exactly when fewer blocks are out than
 * fit, and no block is out twice. The pool has room for three large blocks, whose pages are released and taken again,
 * or for one large and many small ones.
 */
@Param(name = "thread", gen = ThreadIdGen.class)
@Param(name = "large", gen = IntGen.class, conf = "0:1")
public class BlockAllocatorLincheckTest {
    private static final int THREADS = 3;
    private static final int LARGE = SizeClass.of(32 << 10);
    private static final int SMALL = SizeClass.of(8 << 10);

    private final Region region = Region.direct(128 << 10, 1);
    private final PageRuns pages = new PageRuns(region);
    private final BlockAllocator blocks = new BlockAllocator(region, pages);
    private final Set<Long> out = ConcurrentHashMap.newKeySet();
    private final List<ArrayDeque<Long>> mine =
            Stream.generate(() -> new ArrayDeque<Long>()).limit(THREADS + 2).toList();

    /** Allocates a block; whether there was one. */
    @Operation
    public boolean take(@Param(name = "thread") int thread, @Param(name = "large") int large) {
        long offset = blocks.allocate(large == 1 ? LARGE : SMALL);
        if (offset < 0) {
            return false;
        }
        if (!out.add(offset)) {
            throw new AssertionError("a block is out twice: offset=0x" + Long.toHexString(offset));
        }
        mine.get(thread).add(offset);
        return true;
    }

    /** Frees the oldest block of this thread; false when it has none. */
    @Operation
    public boolean give(@Param(name = "thread") int thread) {
        Long offset = mine.get(thread).poll();
        if (offset == null) {
            return false;
        }
        out.remove(offset);
        blocks.free(offset);
        return true;
    }

    @Test
    void isAPool() {
        new StressOptions()
                .iterations(30)
                .invocationsPerIteration(400)
                .threads(THREADS)
                .actorsPerThread(3)
                .actorsBefore(3)
                .actorsAfter(2)
                .check(BlockAllocatorLincheckTest.class);
    }
}
