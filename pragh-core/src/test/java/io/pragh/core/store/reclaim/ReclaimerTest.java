package io.pragh.core.store.reclaim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.address.PartitionHeader;
import io.pragh.core.address.SizeClass;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.memory.PageRuns;
import io.pragh.core.memory.Region;
import io.pragh.core.store.value.BlockAllocator;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.ValueHeader;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ReclaimerTest {
    private static final LeasePolicy LEASE = new LeasePolicy(1000, 100);
    private static final long REST = 1100;
    private static final int CLASS = SizeClass.of(ValueHeader.LENGTH + 24);

    private final Region region = Region.direct(1 << 18, 16);
    private final PageRuns pages = new PageRuns(region);
    private final BlockAllocator blocks = new BlockAllocator(region, pages);
    private final ReaderPins pins = new ReaderPins();
    private final RetireRings rings = RetireRings.create(region, pages, 2);
    private final Reclaimer reclaimer =
            new Reclaimer(region, blocks, pins, rings, LEASE.reclaimNanos(), () -> Long.MAX_VALUE);
    private int generation;

    /** A block that was replaced. */
    private long replaced() {
        return block(StateWord.superseded(0, 7));
    }

    private long block(long state) {
        long address = ValueAddress.of(0, CLASS, ++generation, blocks.allocate(CLASS));
        ValueHeader.write(region, address, 99, state, 1, 0, 24);
        return address;
    }

    private long allocated() {
        return blocks.stats().allocatedBlocks();
    }

    @Test
    void aBlockRestsForALeaseAndItsMargin() {
        reclaimer.retire(replaced(), 500);
        assertEquals(1, reclaimer.resting());
        assertEquals(SizeClass.bytes(CLASS), reclaimer.restingBytes());
        assertEquals(0, reclaimer.run(500 + REST - 1));
        assertEquals(1, reclaimer.run(500 + REST));
        assertEquals(0, allocated());
        assertEquals(0, reclaimer.resting());
        assertEquals(0, reclaimer.restingBytes());
    }

    @Test
    void aReaderThatBeganBeforeHoldsItBack() {
        ReaderPins.Pin pin = pins.register();
        pin.enter();
        reclaimer.retire(replaced(), 0);
        assertEquals(0, reclaimer.run(10 * REST));
        pin.exit();
        pin.enter(); // a reader that begins later cannot have seen it
        assertEquals(1, reclaimer.run(10 * REST));
        pin.exit();
    }

    @Test
    void aVersionThatASnapshotMaySeeIsKept() {
        AtomicLong horizon = new AtomicLong(6);
        Reclaimer keeping = new Reclaimer(region, blocks, pins, rings, LEASE.reclaimNanos(), horizon::get);
        long moved = block(0);
        region.setLong(ValueAddress.offset(moved) + ValueHeader.STATE_OFFSET, StateWord.moved(99, moved));
        keeping.retire(replaced(), 0); // its successor has version 7
        keeping.retire(moved, 0);
        assertEquals(1, keeping.run(10 * REST), "what has moved waits for no snapshot");
        assertEquals(1, keeping.resting());
        ReaderPins.Pin pin = pins.register();
        pin.enter();
        horizon.set(7);
        assertEquals(0, keeping.run(10 * REST), "a reader that was pinned before may still look at it");
        pin.exit();
        assertEquals(1, keeping.run(10 * REST));
        assertEquals(0, keeping.resting());
        assertEquals(0, keeping.restingBytes());
    }

    @Test
    void aBlockRetiredTwiceIsFreedOnce() {
        long address = replaced();
        reclaimer.retire(address, 0);
        reclaimer.retire(address | ValueAddress.BUSY, 0);
        assertEquals(1, reclaimer.run(REST));
        assertEquals(0, allocated());
    }

    @Test
    void aBlockThatWasReusedMeanwhileIsNotFreedAgain() {
        long address = replaced();
        reclaimer.retire(address, 0);
        reclaimer.retire(address, 10);
        assertEquals(1, reclaimer.run(REST));
        long successor = replaced();
        assertEquals(ValueAddress.offset(address), ValueAddress.offset(successor), "the same memory");
        assertEquals(0, reclaimer.run(REST + 10));
        assertEquals(1, allocated());
    }

    @Test
    void aBlockInUseIsNeverFreed() {
        for (long state : new long[] {StateWord.live(99, 1), StateWord.pending(99, 1), StateWord.locked(0, 0)}) {
            reclaimer.retire(block(state), 0);
        }
        reclaimer.retire(block(StateWord.moved(99, 1)), 0);
        assertEquals(1, reclaimer.run(REST));
        assertEquals(3, allocated());
    }

    @Test
    void thousandsRestInOrderWhileSomeAreFreed() {
        int retired = 0;
        int freed = 0;
        for (int round = 0; round < 40; round++) {
            for (int i = 0; i < 25 + round; i++) {
                reclaimer.retire(replaced(), round * 100L);
                retired++;
            }
            freed += reclaimer.run(round * 100L);
            assertEquals(retired - freed, reclaimer.resting());
            assertEquals(retired - freed, allocated());
        }
        assertEquals(retiredUpTo(28) - freed, reclaimer.run(28 * 100 + REST), "oldest first");
        assertEquals(0, reclaimer.run(28 * 100 + REST));
        reclaimer.run(100_000);
        assertEquals(0, allocated());
        assertEquals(0, reclaimer.restingBytes());
    }

    private static int retiredUpTo(int lastRound) {
        int sum = 0;
        for (int round = 0; round <= lastRound; round++) {
            sum += 25 + round;
        }
        return sum;
    }

    @Test
    void theRestOfARingsAddressBeginsWhenItIsSeen() {
        long address = replaced();
        long directory = region.getLong(PartitionHeader.RINGS_OFFSET);
        long entry = directory + RetireRings.DIRECTORY_BYTES + RetireRings.RING_HEADER_BYTES;
        region.setLongRelease(entry, address);
        assertEquals(0, reclaimer.run(10 * REST));
        assertEquals(1, reclaimer.resting());
        assertEquals(0, region.getLong(entry), "the entry is free again");
        assertEquals(0, reclaimer.run(11 * REST - 1));
        assertEquals(1, reclaimer.run(11 * REST));
    }
}
