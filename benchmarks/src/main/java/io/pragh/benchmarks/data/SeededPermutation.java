package io.pragh.benchmarks.data;

import io.pragh.core.base.PraghException;

/** A pseudo-random permutation of the numbers below a power of two, without a table. Immutable; any thread. */
// Every step can be undone within the range, so the whole is a bijection: adding, multiplying by an odd number (both
// modulo the range) and xoring the upper half into the lower. Multiplication carries differences up, the xor carries
// them down again.
final class SeededPermutation {
    static final int BITS_MAX = 62;

    private static final long SALT = 1;

    private final long mask;
    private final int shift;
    private final long add;
    private final long odd1;
    private final long odd2;
    private final long odd3;

    SeededPermutation(int bits, long seed) {
        if (bits < 1 || bits > BITS_MAX) {
            throw new PraghException("permutation is out of range: bits=" + bits + " min=1 max=" + BITS_MAX);
        }
        SplitMix random = new SplitMix(SplitMix.derive(seed, SALT));
        mask = (1L << bits) - 1;
        shift = (bits + 1) / 2;
        add = random.next();
        odd1 = random.next() | 1;
        odd2 = random.next() | 1;
        odd3 = random.next() | 1;
    }

    /** The image of a number below the range. */
    long of(long number) {
        long moved = ((number + add) * odd1) & mask;
        moved ^= moved >>> shift;
        moved = (moved * odd2) & mask;
        moved ^= moved >>> shift;
        moved = (moved * odd3) & mask;
        return moved ^ (moved >>> shift);
    }
}
