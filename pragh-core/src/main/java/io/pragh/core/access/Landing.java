package io.pragh.core.access;

import io.pragh.core.address.SizeClass;
import io.pragh.core.base.Invariant;
import io.pragh.core.memory.Region;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The memory in which the READs of one reader land: one segment, allocated from the front and released as a whole.
 * One thread.
 */
final class Landing {
    /** For the READs of a round. */
    static final int ROUND_BYTES_FIRST = 256 << 10;
    /** For one value at a time; most are small. */
    static final int VALUE_BYTES_FIRST = 4 << 10;

    private final int bytesFirst;

    /** Allocated for the first READ; most readers on a node that is alone never have one. */
    private @Nullable Region region;

    private int used;

    /** Creates a landing of this initial size, allocated when needed; a single READ that does not fit enlarges it. */
    Landing(int bytesFirst) {
        this.bytesFirst = bytesFirst;
    }

    /** Releases everything; landed bytes become invalid. */
    void reset() {
        used = 0;
    }

    /** Allocates room for a READ: an offset in {@link #region}, or -1 when the READ must wait for the next round. */
    long take(int bytes) {
        if (region == null || used + bytes > region.segmentBytes()) {
            if (used > 0) {
                return -1;
            }
            Invariant.check(bytes <= SizeClass.BLOCK_BYTES_MAX, "a READ is at most one block", bytes);
            region = Region.whole(Math.max(bytesFirst, Integer.highestOneBit(bytes - 1) << 1), 1);
        }
        long offset = used;
        used += bytes + 7 & ~7;
        return offset;
    }

    /** The memory; room must have been allocated before. */
    Region region() {
        return Objects.requireNonNull(region);
    }
}
