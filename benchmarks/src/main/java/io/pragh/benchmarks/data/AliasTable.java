package io.pragh.benchmarks.data;

import io.pragh.core.base.PraghException;
import java.util.Arrays;

/** Picks one of n outcomes by given weights in constant time. Immutable; any thread. */
// Walker's alias method, built as Vose does. All outcomes are cut to one height and stacked into n slots of that
// height, at most two outcomes to a slot: the slot's own below its threshold, its alias above. A pick takes a random
// slot and a random height. The 64 random bits times n give both: the slot is the product's upper word, the height
// its lower one. Only +, -, * and / on doubles are used, which Java defines to the bit, so tables are the same
// everywhere.
final class AliasTable {
    private static final double HEIGHT_ONE = 0x1p32;
    private static final long HEIGHT_MAX = 0xffff_ffffL;

    /** Threshold in the upper half, alias in the lower. */
    private final long[] slots;

    AliasTable(double[] weights) {
        int n = weights.length;
        slots = new long[n];
        double[] heights = heights(weights);
        int[] queue = new int[n];
        int low = 0;
        int high = n;
        for (int i = 0; i < n; i++) {
            if (heights[i] < 1) {
                queue[low++] = i;
            } else {
                queue[--high] = i;
            }
        }
        while (low > 0 && high < n) {
            int poor = queue[--low];
            int rich = queue[high];
            slots[poor] = slot(heights[poor], rich);
            heights[rich] -= 1 - heights[poor];
            if (heights[rich] < 1) {
                high++;
                queue[low++] = rich;
            }
        }
        // The remaining slots differ from full ones by rounding only.
        for (int i = 0; i < low; i++) {
            slots[queue[i]] = slot(1, queue[i]);
        }
        for (int i = high; i < n; i++) {
            slots[queue[i]] = slot(1, queue[i]);
        }
    }

    /** The outcome that these 64 random bits select. */
    int pick(long randomBits) {
        long word = randomBits >>> 1;
        long scale = 2L * slots.length;
        long slot = Math.multiplyHigh(word, scale);
        long entry = slots[(int) slot];
        long alias = entry & HEIGHT_MAX;
        // Both cases are equally likely, so no branch: all ones if the height is below the threshold, else zero.
        long own = (((word * scale) >>> 32) - (entry >>> 32)) >> 63;
        return (int) (alias ^ ((slot ^ alias) & own));
    }

    /** The probability of every outcome in the table, for tests. */
    double[] probabilities() {
        double[] probabilities = new double[slots.length];
        for (int i = 0; i < slots.length; i++) {
            double own = (slots[i] >>> 32) / HEIGHT_ONE;
            probabilities[i] += own / slots.length;
            probabilities[(int) (slots[i] & HEIGHT_MAX)] += (1 - own) / slots.length;
        }
        return probabilities;
    }

    private static long slot(double threshold, int alias) {
        long height = Math.min((long) (threshold * HEIGHT_ONE), HEIGHT_MAX);
        return (height << 32) | alias;
    }

    private static double[] heights(double[] weights) {
        double sum = 0;
        for (double weight : weights) {
            if (!(weight >= 0)) {
                throw new PraghException("weight is negative or not a number: weight=" + weight);
            }
            sum += weight;
        }
        if (!(sum > 0 && sum < Double.POSITIVE_INFINITY)) {
            throw new PraghException("weights must have a positive, finite sum: sum=" + sum);
        }
        double[] heights = Arrays.copyOf(weights, weights.length);
        for (int i = 0; i < heights.length; i++) {
            heights[i] *= heights.length / sum;
        }
        return heights;
    }
}
