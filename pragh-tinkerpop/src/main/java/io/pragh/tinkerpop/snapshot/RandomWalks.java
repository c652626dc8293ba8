package io.pragh.tinkerpop.snapshot;

import io.pragh.core.property.EdgePicker;
import io.pragh.core.property.EdgeQuery;
import io.pragh.core.property.Hops;
import java.util.Arrays;

/**
 * Random walks that advance together, a step of all of them at a time; each edge of a vertex is equally likely. One
 * thread.
 */
// The draws of a walk depend on the seed, its number and the step alone, so its result is the same whichever walks
// are with it and in which order their vertices are read.
final class RandomWalks {
    private static final long GAMMA = 0x9E37_79B9_7F4A_7C15L;

    private final HopReads reads;
    private final EdgeQuery query;
    private final long seed;
    /** The present vertices of the walks that have not ended, and the indices of these walks. */
    private final long[] at;

    private final int[] walks;
    private final long[] next;
    private final long[][] paths;
    private int going;

    RandomWalks(HopReads reads, EdgeQuery query, long[] starts, int length, long seed) {
        this.reads = reads;
        this.query = query;
        this.seed = seed;
        this.at = starts.clone();
        this.next = new long[starts.length];
        this.walks = new int[starts.length];
        this.paths = new long[starts.length][length + 1];
        this.going = starts.length;
        for (int walk = 0; walk < starts.length; walk++) {
            walks[walk] = walk;
            paths[walk][0] = starts[walk];
        }
    }

    /** Runs so many steps; a walk at a vertex without edges ends there. */
    long[][] run(int length) {
        for (int step = 1; step <= length && going > 0; step++) {
            step(step);
        }
        return paths;
    }

    private void step(int step) {
        EdgePicker picker = (index, edges) -> below(edges, word(seed, walks[index], step));
        reads.pick(at, going, query, picker, next);
        int still = 0;
        for (int i = 0; i < going; i++) {
            int walk = walks[i];
            if (next[i] == Hops.NO_EDGE) {
                paths[walk] = Arrays.copyOf(paths[walk], step);
            } else {
                paths[walk][step] = next[i];
                walks[still] = walk;
                at[still++] = next[i];
            }
        }
        going = still;
    }

    /** A number below a bound, uniform up to an error below one in 2^20. */
    private static long below(long bound, long word) {
        return Math.multiplyHigh(word >>> 1, bound << 1);
    }

    static long word(long seed, int walk, int step) {
        return mix(mix(seed + GAMMA * (walk + 1L)) + GAMMA * step);
    }

    /** SplitMix64's. */
    private static long mix(long word) {
        long mixed = (word ^ word >>> 30) * 0xBF58_476D_1CE4_E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D0_49BB_1331_11EBL;
        return mixed ^ mixed >>> 31;
    }
}
