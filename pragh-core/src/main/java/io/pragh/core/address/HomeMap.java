package io.pragh.core.address;

import io.pragh.core.base.PraghException;

/**
 * Maps a key to its home partition: the mixed vertex id, read as a fraction of 1, times the number of partitions. The
 * integer part of the product is the home; the remaining 43 bits order the keys within the home. All values of a
 * vertex have the same home and fraction. Immutable.
 */
public final class HomeMap {
    /** The largest number of partitions: an address has 7 bits for one. */
    public static final int PARTITIONS_MAX = 128;

    private static final double GOLDEN_SHARE = 0.6180339887498949;
    private static final int LIMB_BITS = 15;

    private final int partitions;
    private final long stride;

    /** A map over 1 to 128 partitions; a graph keeps the number that it was created with. */
    public HomeMap(int partitions) {
        if (partitions < 1 || partitions > PARTITIONS_MAX) {
            throw new PraghException("the number of partitions must be 1 to 128: partitions=" + partitions);
        }
        this.partitions = partitions;
        // Consecutive ids lie apart by the golden ratio of the home's range, so that any number of them covers the
        // range evenly.
        long golden = (long) (mintable() * GOLDEN_SHARE);
        while (greatestCommonDivisor(mintable(), golden) != 1) {
            golden++;
        }
        this.stride = golden;
    }

    /** How many partitions there are. */
    public int partitions() {
        return partitions;
    }

    /** The home partition of a key. */
    public int home(long key) {
        return (int) (Mix.mix(key & GraphKey.VID_MAX) * partitions >>> Mix.BITS);
    }

    /**
     * The position of a key in the order of its home: 43 bits, uniformly distributed, equal for all keys of one
     * vertex.
     */
    public long fraction(long key) {
        return Mix.mix(key & GraphKey.VID_MAX) * partitions & Mix.MASK;
    }

    /** Home and fraction of a key in one word: {@code home * 2^43 + fraction}. */
    public long place(long key) {
        return Mix.mix(key & GraphKey.VID_MAX) * partitions;
    }

    /** How many vertex ids can be minted for every home. */
    public long mintable() {
        return (1L << Mix.BITS) / partitions;
    }

    /** The {@code sequence}-th vertex id whose home is {@code partition}; sequence is below {@link #mintable()}. */
    public long mint(int partition, long sequence) {
        if (sequence < 0 || sequence >= mintable()) {
            throw new PraghException("no vertex id is left to be minted in this partition: partition=" + partition
                    + " sequence=" + sequence);
        }
        long first = ((long) partition << Mix.BITS) / partitions;
        if (first * partitions >>> Mix.BITS < partition) {
            first++;
        }
        return Mix.unmix(first + spread(sequence));
    }

    /** {@code sequence * stride} modulo {@link #mintable()}, in steps that do not overflow. */
    private long spread(long sequence) {
        long spread = 0;
        for (int shift = 2 * LIMB_BITS; shift >= 0; shift -= LIMB_BITS) {
            long limb = stride >>> shift & (1 << LIMB_BITS) - 1;
            spread = ((spread << LIMB_BITS) + sequence * limb) % mintable();
        }
        return spread;
    }

    private static long greatestCommonDivisor(long a, long b) {
        return b == 0 ? a : greatestCommonDivisor(b, a % b);
    }
}
