package io.pragh.core.store.value;

import io.pragh.core.address.SizeClass;
import io.pragh.core.base.Invariant;
import io.pragh.core.base.WordList;
import io.pragh.core.memory.PageRuns;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A run of pages divided into blocks of one class, with a bit for each block. One thread at a time (the lock of its
 * {@link SlabClass}).
 */
final class Slab {
    private static final int RECIPROCAL_SHIFT = 32;

    final long offset;
    final int pages;
    final int sizeClass;
    final int capacity;

    @Nullable
    Slab next;

    @Nullable
    Slab previous;

    int list;
    int freeCount;
    boolean released;

    private final int grains;
    private final long reciprocal;
    private final long[] free;
    private int firstFree;

    Slab(long offset, int pages, int sizeClass) {
        this.offset = offset;
        this.pages = pages;
        this.sizeClass = sizeClass;
        this.grains = SizeClass.bytes(sizeClass) / SizeClass.GRAIN_BYTES;
        this.reciprocal = (1L << RECIPROCAL_SHIFT) / grains + 1;
        this.capacity = pages * PageRuns.PAGE_BYTES / SizeClass.bytes(sizeClass);
        this.freeCount = capacity;
        this.free = new long[(capacity + Long.SIZE - 1) / Long.SIZE];
        Arrays.fill(free, -1L);
        if (capacity % Long.SIZE != 0) {
            free[free.length - 1] = (1L << capacity) - 1;
        }
    }

    /** Writes down which blocks are free. */
    void describe(WordList description) {
        description.add(offset).add((long) pages << Integer.SIZE | sizeClass);
        for (long word : free) {
            description.add(word);
        }
    }

    /** A slab from its {@link #describe description}. */
    static Slab described(WordList description) {
        long offset = description.next();
        long shape = description.next();
        Slab slab = new Slab(offset, (int) (shape >>> Integer.SIZE), (int) shape);
        slab.freeCount = 0;
        for (int i = 0; i < slab.free.length; i++) {
            slab.free[i] = description.next();
            slab.freeCount += Long.bitCount(slab.free[i]);
        }
        return slab;
    }

    long end() {
        return offset + (long) pages * PageRuns.PAGE_BYTES;
    }

    int used() {
        return capacity - freeCount;
    }

    long blockOffset(int index) {
        return offset + (long) index * grains * SizeClass.GRAIN_BYTES;
    }

    /** The index of the free block with the lowest address; there must be one. */
    int lowestFree() {
        int word = firstFree;
        while (free[word] == 0) {
            word++;
        }
        firstFree = word;
        return word * Long.SIZE + Long.numberOfTrailingZeros(free[word]);
    }

    void take(int index) {
        free[index / Long.SIZE] &= ~(1L << index);
        freeCount--;
    }

    void giveBack(int index) {
        free[index / Long.SIZE] |= 1L << index;
        firstFree = Math.min(firstFree, index / Long.SIZE);
        freeCount++;
    }

    boolean isFree(int index) {
        return (free[index / Long.SIZE] >>> index & 1) != 0;
    }

    /** The index of the block that starts at an offset of this slab. */
    int indexOf(long block) {
        // exact: a slab has fewer than 2^17 grains and a block at most 2^11
        long distance = block - offset >>> 4;
        long index = distance * reciprocal >>> RECIPROCAL_SHIFT;
        Invariant.check(
                index * grains == distance && index < capacity && (block & SizeClass.GRAIN_BYTES - 1) == 0,
                "a block to free starts where a block of its class starts",
                block);
        return (int) index;
    }
}
