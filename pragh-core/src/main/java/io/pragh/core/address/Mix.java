package io.pragh.core.address;

/**
 * An invertible mixing function on the 43 bits of a vertex id: every bit of the result depends on every bit of the
 * id. The inverse allows {@link HomeMap} to mint an id for a given home. Stateless.
 */
public final class Mix {
    /** Bits of a vertex id and of its mixed form. */
    public static final int BITS = 43;
    /** The largest 43-bit word. */
    public static final long MASK = (1L << BITS) - 1;

    private static final long FIRST = 0x9E3779B97F4A7C15L & MASK | 1;
    private static final long SECOND = 0xC2B2AE3D27D4EB4FL & MASK | 1;
    private static final long FIRST_INVERSE = inverse(FIRST);
    private static final long SECOND_INVERSE = inverse(SECOND);
    private static final int SHIFT = 22;

    private Mix() {}

    /** The mixed form of a 43-bit id. */
    public static long mix(long vid) {
        long x = vid;
        x ^= x >>> SHIFT;
        x = x * FIRST & MASK;
        x ^= x >>> SHIFT;
        x = x * SECOND & MASK;
        return x ^ x >>> SHIFT;
    }

    /** The id whose mixed form this is. */
    public static long unmix(long mixed) {
        long x = mixed;
        x ^= x >>> SHIFT;
        x = x * SECOND_INVERSE & MASK;
        x ^= x >>> SHIFT;
        x = x * FIRST_INVERSE & MASK;
        return x ^ x >>> SHIFT;
    }

    private static long inverse(long odd) {
        long x = odd;
        for (int i = 0; i < 6; i++) {
            x *= 2 - odd * x;
        }
        return x & MASK;
    }
}
