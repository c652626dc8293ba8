package io.pragh.explore;

import io.pragh.core.address.SizeClass;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.memory.Region;
import io.pragh.core.store.Partition;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.Tail;
import io.pragh.core.store.value.ValueHeader;

/**
 * The blocks of one partition that an exploration uses: all in one slab, whose first block is never freed. One
 * thread.
 *
 * <p>Freed memory gets the most misleading bytes possible: those of the former block, except for its body. A reader
 * that trusts them uses memory after it was freed, which the body reveals.
 */
final class Blocks {
    /** The greatest number of blocks of a partition. */
    static final int BLOCKS_MAX = 12;

    private final Partition partition;
    private final Lens slabClass;
    private final Lens slab;
    private final long[] free;
    private final long firstFree;
    private final long offset;
    /** One bit for each block of the slab, limited to one word. */
    private final long blocks;

    private final int sizeClass;
    private final boolean forge;
    private long before;

    /** The size class of the blocks of a {@link History}, or of a {@link TailHistory}. */
    static int sizeClass(boolean tails) {
        return SizeClass.of(Tail.blockBytes(History.BODY_BYTES, tails ? TailHistory.ROOM : 0));
    }

    /**
     * The blocks of a partition, all of one class; {@code forge} says whether freed memory looks like the former
     * block.
     */
    Blocks(Partition partition, int sizeClass, boolean forge) {
        this.partition = partition;
        this.sizeClass = sizeClass;
        this.forge = forge;
        Object ofClass = ((Object[]) Lens.peek(partition.blocks(), "classes"))[sizeClass];
        Object current = Lens.peek(ofClass, "current");
        this.slabClass = new Lens(ofClass);
        this.slab = new Lens(current);
        this.free = (long[]) Lens.peek(current, "free");
        this.firstFree = free[0];
        this.offset = (long) Lens.peek(current, "offset");
        int capacity = (int) Lens.peek(current, "capacity");
        this.blocks = capacity >= Long.SIZE ? -1L : (1L << capacity) - 1;
    }

    /** Offset of the first block. */
    long offset() {
        return offset;
    }

    void reset() {
        slabClass.reset();
        slab.reset();
        free[0] = firstFree;
        before = allocated();
    }

    private long allocated() {
        return ~free[0] & blocks;
    }

    /** Overwrites, after a step, the memory that the step has freed. */
    void look() {
        long now = allocated();
        if (now >>> BLOCKS_MAX != 0) {
            throw new AssertionError("an exploration has " + BLOCKS_MAX + " blocks per partition at most");
        }
        long freed = before & ~now;
        for (int index = 0; freed >>> index != 0; index++) {
            if ((freed >>> index & 1) != 0) {
                spoil(offset + (long) index * SizeClass.bytes(sizeClass));
            }
        }
        before = now;
    }

    private void spoil(long block) {
        Region region = partition.region();
        long key = region.getLong(block + ValueHeader.KEY_OFFSET);
        int generation = region.getInt(block + ValueHeader.TAG_OFFSET) & (1 << 14) - 1;
        long address = ValueAddress.of(partition.id(), sizeClass, generation, block);
        if (forge) {
            region.setLong(block + ValueHeader.STATE_OFFSET, StateWord.live(key, address));
        }
        region.setInt(block + ValueHeader.BODY_BYTES_OFFSET, History.BODY_BYTES);
        for (int at = 0; at < History.BODY_BYTES; at += Long.BYTES) {
            region.setLong(block + ValueHeader.LENGTH + at, History.GARBAGE);
        }
    }

    void addTo(Fingerprint fingerprint) {
        fingerprint.add(allocated());
    }
}
