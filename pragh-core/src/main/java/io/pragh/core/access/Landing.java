package io.pragh.core.access;

import io.pragh.core.address.SizeClass;
import io.pragh.core.base.Invariant;
import io.pragh.core.memory.Region;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Where READs of one reader land: one segment, dealt out from the front and taken back all at once. One thread. */
final class Landing {
    /** For the READs of a round. */
    static final int ROUND_BYTES_FIRST = 256 << 10;
    /** For one value at a time: most are small. */
    static final int VALUE_BYTES_FIRST = 4 << 10;

    private final int bytesFirst;

    /** Made with the first READ: most readers that are alone never have one. */
    private @Nullable Region region;

    private int used;

    /** So many bytes at first, when they are needed; more with the first READ that does not fit. */
    Landing(int bytesFirst) {
        this.bytesFirst = bytesFirst;
    }

    /** Takes everything back; what has landed is gone. */
    void reset() {
        used = 0;
    }

    /** Room for a READ as an offset in {@link #region}, or -1 when it must wait for the next round. */
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

    /** The memory itself, of which something was taken. */
    Region region() {
        return Objects.requireNonNull(region);
    }
}
