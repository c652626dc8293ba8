package io.pragh.core.address;

/**
 * The block sizes of the allocator: multiples of 16 bytes up to 128, then eight steps per doubling, so that rounding
 * wastes at most an eighth of a block. A class fits into 8 bits of an address and tells a reader how many bytes to
 * READ. Stateless.
 */
public final class SizeClass {
    /** Alignment and granularity of blocks, in bytes. */
    public static final int GRAIN_BYTES = 16;
    /** The largest block: 32 MiB. */
    public static final int BLOCK_BYTES_MAX = 32 << 20;
    /** How many classes there are. */
    public static final int COUNT = of(BLOCK_BYTES_MAX) + 1;

    private static final int LINEAR = 8;

    private SizeClass() {}

    /** The smallest class whose blocks hold {@code bytes}, 1 to 32 Mi. */
    public static int of(int bytes) {
        int units = bytes + GRAIN_BYTES - 1 >> 4;
        if (units <= LINEAR) {
            return Math.max(0, units - 1);
        }
        int shift = 28 - Integer.numberOfLeadingZeros(units - 1);
        return LINEAR * shift + (units - 1 >> shift);
    }

    /** Bytes of a block of a class. */
    public static int bytes(int sizeClass) {
        if (sizeClass < LINEAR) {
            return (sizeClass + 1) * GRAIN_BYTES;
        }
        int shift = sizeClass / LINEAR - 1;
        return (sizeClass % LINEAR + LINEAR + 1 << shift) * GRAIN_BYTES;
    }
}
