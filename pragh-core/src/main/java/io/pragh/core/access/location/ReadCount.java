package io.pragh.core.access.location;

/**
 * The counter word of a cache entry: the reads of its key in this interval, and an echo of the intervals before. The
 * replacement policy uses the echo, reports do not.
 *
 * <pre>
 *   31    28 27   22 21      0
 *   | epoch | echo  | reads  |
 * </pre>
 *
 * <p>Epoch: number of the interval (modulo 16) in which the echo was computed; with every interval since then the
 * echo counts half. A counter that rests for a multiple of 16 intervals looks younger than it is, which only keeps
 * its entry a little longer. Reads stop at 4,194,303. Stateless.
 */
final class ReadCount {
    static final int READS_MAX = (1 << 22) - 1;
    static final int ECHO_MAX = (1 << 6) - 1;
    static final int EPOCH_MAX = (1 << 4) - 1;

    private static final int ECHO_SHIFT = 22;
    private static final int EPOCH_SHIFT = 28;

    private ReadCount() {}

    /** The counter of a key that has not been read yet. */
    static int fresh(int epoch) {
        return (epoch & EPOCH_MAX) << EPOCH_SHIFT;
    }

    /** The counter after one more read. */
    static int plusOne(int word) {
        return reads(word) == READS_MAX ? word : word + 1;
    }

    /** The counter at the start of interval {@code epoch}: its reads have become echo. */
    static int drained(int word, int epoch) {
        return fresh(epoch) | Math.min(ECHO_MAX, weight(word, epoch)) << ECHO_SHIFT;
    }

    /** Reads in this interval. */
    static int reads(int word) {
        return word & READS_MAX;
    }

    /** Replacement weight of the key: reads of this interval and the remaining echo of earlier ones. */
    static int weight(int word, int epoch) {
        int intervals = epoch - (word >>> EPOCH_SHIFT) & EPOCH_MAX;
        return reads(word) + ((word >>> ECHO_SHIFT & ECHO_MAX) >>> intervals);
    }
}
