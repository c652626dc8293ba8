package io.pragh.benchmarks.fof;

import io.pragh.benchmarks.data.SplitMix;
import io.pragh.benchmarks.data.ZipfSampler;
import java.util.Arrays;

/** The first lists of queries, by rank: the most frequent first. Immutable. */
final class Starts {
    private final long[] keys;
    private final ZipfSampler ranks;
    private final long[] sorted;
    private final int[] rankOfSorted;

    /** Lists by rank, drawn by Zipf's law with this exponent. */
    Starts(long[] keys, double theta) {
        this.keys = keys;
        this.ranks = new ZipfSampler(keys.length, theta);
        this.sorted = keys.clone();
        Arrays.sort(sorted);
        this.rankOfSorted = new int[keys.length];
        for (int rank = 0; rank < keys.length; rank++) {
            rankOfSorted[Arrays.binarySearch(sorted, keys[rank])] = rank;
        }
    }

    int nextRank(SplitMix random) {
        return ranks.next(random);
    }

    long key(int rank) {
        return keys[rank];
    }

    /** The rank of a list, negative when no query starts from it. */
    int rankOf(long key) {
        int at = Arrays.binarySearch(sorted, key);
        return at < 0 ? -1 : rankOfSorted[at];
    }
}
