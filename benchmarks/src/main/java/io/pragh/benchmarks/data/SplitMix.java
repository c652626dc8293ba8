package io.pragh.benchmarks.data;

/**
 * A random number generator with 64 bits of state that can also be asked for its n-th number: SplitMix64. The same on
 * every platform. One thread; the static functions any.
 */
public final class SplitMix {

    /** Difference of the states of two successive numbers. */
    static final long STEP = 0x9e37_79b9_7f4a_7c15L;

    private static final long MIX_1 = 0xbf58_476d_1ce4_e5b9L;
    private static final long MIX_2 = 0x94d0_49bb_1331_11ebL;

    private long state;

    /** Starts the sequence of a seed. */
    public SplitMix(long seed) {
        state = seed;
    }

    /** A seed for another purpose: generators from the same seed with different salts are unrelated. */
    public static long derive(long seed, long salt) {
        return mix(mix(seed + STEP) ^ mix(salt * STEP + MIX_1));
    }

    /** The next 64 random bits. */
    public long next() {
        state += STEP;
        return mix(state);
    }

    /** Scrambles a word; a bijection. */
    static long mix(long word) {
        long mixed = (word ^ (word >>> 30)) * MIX_1;
        mixed = (mixed ^ (mixed >>> 27)) * MIX_2;
        return mixed ^ (mixed >>> 31);
    }
}
