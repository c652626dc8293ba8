package io.pragh.core.address;

import io.pragh.core.base.PraghException;

/**
 * Which partition is the home of a key: the mixed vertex id, read as a fraction of 1, times the number of partitions. The integer
 * part is the home, the rest (43 bits) orders the keys inside the home. All values of a vertex share both. Immutable.
 */
public final class HomeMap {
    /** The largest number of partitions: an address has 7 bits for one. */
    public static final int PARTITIONS_MAX = 128;

    private final int partitions;

    /** A map over 1 to 128 partitions; the number is fixed when a graph is created. */
    public HomeMap(int partitions) {
        if (partitions < 1 || partitions > PARTITIONS_MAX) {
            throw new PraghException("the number of partitions must be 1 to 128: partitions=" + partitions);
        }
        this.partitions = partitions;
    }

    /** How many partitions there are. */
    public int partitions() {
        return partitions;
    }

    /** The home partition of a key. */
    public int home(long key) {
        return (int) (Mix.mix(key & GraphKey.VID_MAX) * partitions >>> Mix.BITS);
    }

    /** Where the key lies inside its home: 43 bits, uniform, equal for all keys of one vertex. */
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
        // consecutive mixed words fall into one bucket; stride over the home by an odd constant to spread them
        long spread = Math.floorMod(sequence * STRIDE, mintable());
        return Mix.unmix(first + spread);
    }

    private static final long STRIDE =
            1_048_573; // a prime below 2^20: products stay below 2^63; coprime to every mintable(), see HomeMapTest
}
