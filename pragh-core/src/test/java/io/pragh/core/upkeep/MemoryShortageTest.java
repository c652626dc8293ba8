package io.pragh.core.upkeep;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.address.HomeMap;
import io.pragh.core.address.PartitionHeader;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.local.LocalFabric;
import io.pragh.core.fabric.local.LocalNetwork;
import io.pragh.core.memory.PageRuns;
import io.pragh.core.store.MemoryLimits;
import io.pragh.core.store.Partition;
import io.pragh.core.store.reclaim.ReaderPins;
import io.pragh.testkit.LonePartition;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Checks shortages of memory with two partitions of up to 4 MiB, in segments of 256 KiB; the test decides how much
 * room the process has.
 */
class MemoryShortageTest {
    private static final int SEGMENT_BYTES = 256 << 10;
    private static final long BYTES_MAX = 4 << 20;
    private static final int SEGMENT_PAGES = SEGMENT_BYTES / PageRuns.PAGE_BYTES;
    private static final long LATER_NANOS = 1_000_000_000;

    private final HomeMap homes = new HomeMap(2);
    private final LocalFabric fabric = new LocalNetwork().join(0);
    private final Endpoint endpoint = fabric.open();
    private final List<Partition> partitions = List.of(partition(0), partition(1));
    private long nanos;

    private Partition partition(int number) {
        MemoryLimits limits = new MemoryLimits(SEGMENT_BYTES, BYTES_MAX, 16);
        Partition made = LonePartition.create(number, homes, limits, new ReaderPins(), new LeasePolicy(1_000, 100));
        fabric.expose(number, made.region());
        return made;
    }

    @AfterEach
    void close() {
        endpoint.close();
        fabric.close();
    }

    private boolean isShort(MemoryShortage memory) {
        nanos += LATER_NANOS;
        memory.tell(nanos);
        for (Partition partition : partitions) {
            long word = partition.region().getLongAcquire(PartitionHeader.SHORT_OFFSET);
            assertEquals(word != 0, memory.anywhere(nanos), "all partitions say the same");
        }
        return memory.anywhere(nanos);
    }

    /** Takes pages of a partition until so many bytes are in use. */
    private void fill(int partition, long bytes) {
        PageRuns pages = partitions.get(partition).pages();
        while (pages.usedBytes() < bytes) {
            assertEquals(true, pages.allocate(1) > 0);
        }
    }

    private MemoryShortage with(long room) {
        return new MemoryShortage(() -> room, endpoint, () -> partitions, BYTES_MAX, partitions.size(), nanos);
    }

    @Test
    void aPartitionIsShortWhenLessThanAQuarterOfWhatItMayTakeIsLeft() {
        MemoryShortage memory = with(1L << 40);
        assertEquals(false, isShort(memory));
        fill(1, BYTES_MAX / 4 * 3);
        assertEquals(false, isShort(memory));
        fill(1, BYTES_MAX / 4 * 3 + 1);
        assertEquals(true, isShort(memory));
    }

    @Test
    void aPartitionThatCannotGrowIsShortAlthoughTheOthersHaveRoom() {
        int existing = (int) (partitions.get(1).region().bytes() / SEGMENT_BYTES);
        fill(1, (long) existing * SEGMENT_BYTES - 2 * PageRuns.PAGE_BYTES);
        assertEquals(false, isShort(with((long) SEGMENT_BYTES * existing)));
        assertEquals(true, isShort(with(SEGMENT_BYTES - 1)), "less than a segment is none");
    }

    @Test
    void aPartitionIsShortOnceARunCouldNotBeHad() {
        MemoryShortage memory = with(1L << 40);
        PageRuns pages = partitions.get(0).pages();
        List<Long> runs = new ArrayList<>();
        for (long run; (run = pages.allocate(SEGMENT_PAGES)) > 0; ) {
            runs.add(run);
        }
        runs.forEach(run -> pages.free(run, SEGMENT_PAGES));
        assertEquals(true, isShort(memory), "however much was freed since");
        assertEquals(false, isShort(memory));
    }

    @Test
    void theProcessIsShortWhenLessThanAQuarterIsLeftOfAllThatItMayTake() {
        fill(0, BYTES_MAX / 2);
        fill(1, BYTES_MAX / 2);
        long free = partitions.stream().mapToLong(p -> p.pages().freeBytes()).sum();
        assertEquals(false, isShort(with(BYTES_MAX / 2 - free)));
        assertEquals(true, isShort(with(BYTES_MAX / 4 - free)));
    }
}
