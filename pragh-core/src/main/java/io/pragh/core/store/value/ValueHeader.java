package io.pragh.core.store.value;

import io.pragh.core.address.ValueAddress;
import io.pragh.core.memory.Region;

/**
 * The layout of the header of every value block. The owner writes it before the block can be reached; any node reads
 * it by one-sided READs. Only the state word changes later, and only by compare-and-swap.
 *
 * <pre>
 *   0     8       16        24         32           36    40
 *   | key | state | version | previous | body bytes | tag | body …
 * </pre>
 *
 * <p>Version: commit timestamp. Previous: address of the version before, 0 when there was none, or
 * {@link ValueAddress#LOST}. Tag: size class and generation of the block's own address, so that a reader can tell its
 * block from a later one in the same place. Stateless.
 */
public final class ValueHeader {
    /** Offset of the key. */
    public static final int KEY_OFFSET = 0;
    /** Offset of the {@link StateWord}. */
    public static final int STATE_OFFSET = KEY_OFFSET + Long.BYTES;
    /** Offset of the version. */
    public static final int VERSION_OFFSET = STATE_OFFSET + Long.BYTES;
    /** Offset of the previous version's address. */
    public static final int PREVIOUS_OFFSET = VERSION_OFFSET + Long.BYTES;
    /** Offset of the body's length in bytes. */
    public static final int BODY_BYTES_OFFSET = PREVIOUS_OFFSET + Long.BYTES;
    /** Offset of the tag. */
    public static final int TAG_OFFSET = BODY_BYTES_OFFSET + Integer.BYTES;
    /** Bytes of the header; the body follows. */
    public static final int LENGTH = TAG_OFFSET + Integer.BYTES;

    /** Body length of a tombstone: the key has no value any more. */
    public static final int TOMBSTONE = -1;

    private static final long UNSTAMPED = 1L << 63;

    private ValueHeader() {}

    /**
     * The version of a block that cannot be reached yet and whose commit has no timestamp yet: negative, and made of
     * key and address, so that the compare-and-swap that stamps it never matches other memory.
     */
    public static long unstamped(long key, long address) {
        return UNSTAMPED | StateWord.live(key, ValueAddress.block(address));
    }

    /**
     * Writes a header for a block that cannot be reached yet; the caller publishes its address later, with release or
     * a CAS.
     */
    public static void write(
            Region region, long address, long key, long state, long version, long previous, int bodyBytes) {
        long block = ValueAddress.offset(address);
        region.setLong(block + KEY_OFFSET, key);
        region.setLong(block + STATE_OFFSET, state);
        region.setLong(block + VERSION_OFFSET, version);
        region.setLong(block + PREVIOUS_OFFSET, previous);
        region.setInt(block + BODY_BYTES_OFFSET, bodyBytes);
        region.setInt(block + TAG_OFFSET, tag(address));
    }

    /** The tag of a block with this address: size class and generation. */
    public static int tag(long address) {
        return ValueAddress.sizeClass(address) << 14 | ValueAddress.generation(address);
    }
}
