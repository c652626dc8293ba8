package io.pragh.core.property.bulk;

/**
 * Sorts pairs of ints by given places into two columns; each place is used once. Pairs are first gathered in buckets
 * of adjacent places, and each bucket is then sorted in an array that fits into a processor's cache. One thread.
 */
// Beside the result, the sort takes 12 bytes a pair (8 for single ints), which are released bucket by bucket while
// the columns grow.
final class RadixSort {
    /** The logarithm of the number of places in a bucket. */
    private static final int BUCKET_SHIFT = 18;

    private static final int BUCKET = 1 << BUCKET_SHIFT;
    /** Pairs of a bucket that are gathered on the heap before they are copied; a power of two. */
    private static final int GATHERED = 64;

    private final int count;
    private final boolean paired;
    private final StagingBudget budget;
    private final IntColumn places;
    private final IntColumn firsts;
    private final IntColumn seconds;
    /** For each bucket: places, first ints and second ints. */
    private final int[][] gathered;

    private final int[] sizes;

    /** A sort of so many pairs, or single ints. */
    RadixSort(int count, boolean paired, StagingBudget budget) {
        int buckets = (count >>> BUCKET_SHIFT) + 1;
        budget.take((long) buckets * 3 * GATHERED * Integer.BYTES);
        this.count = count;
        this.paired = paired;
        this.budget = budget;
        this.places = new IntColumn(budget);
        this.firsts = new IntColumn(budget);
        this.seconds = new IntColumn(budget);
        this.gathered = new int[buckets][3 * GATHERED];
        this.sizes = new int[buckets];
    }

    /** Adds a pair with its place. */
    void put(int place, int first, int second) {
        int bucket = place >>> BUCKET_SHIFT;
        int size = sizes[bucket]++;
        int[] pairs = gathered[bucket];
        int at = size & GATHERED - 1;
        pairs[at] = place;
        pairs[GATHERED + at] = first;
        pairs[2 * GATHERED + at] = second;
        if (at == GATHERED - 1) {
            copy(bucket, size - at, GATHERED);
        }
    }

    private void copy(int bucket, int from, int size) {
        int[] pairs = gathered[bucket];
        int to = (bucket << BUCKET_SHIFT) + from;
        places.set(to, pairs, 0, size);
        firsts.set(to, pairs, GATHERED, size);
        if (paired) {
            seconds.set(to, pairs, 2 * GATHERED, size);
        }
    }

    /** Fills the columns when all pairs were added. */
    void drain(IntColumn allFirsts, IntColumn allSeconds) {
        int[] block = new int[IntColumn.CHUNK];
        int[] values = new int[IntColumn.CHUNK];
        int[] sorted = new int[Math.min(count, BUCKET)];
        int[] sortedSeconds = new int[paired ? sorted.length : 0];
        for (int bucket = 0; bucket < gathered.length; bucket++) {
            int begin = bucket << BUCKET_SHIFT;
            int size = sizes[bucket];
            int left = size & GATHERED - 1;
            copy(bucket, size - left, left);
            for (int from = 0; from < size; from += IntColumn.CHUNK) {
                int length = Math.min(size - from, IntColumn.CHUNK);
                places.get(begin + from, block, 0, length);
                place(firsts, begin + from, block, values, sorted, length);
                if (paired) {
                    place(seconds, begin + from, block, values, sortedSeconds, length);
                }
            }
            places.forgetBefore(begin + size);
            firsts.forgetBefore(begin + size);
            seconds.forgetBefore(begin + size);
            fill(allFirsts, begin, sorted, size);
            if (paired) {
                fill(allSeconds, begin, sortedSeconds, size);
            }
        }
        places.forget();
        firsts.forget();
        seconds.forget();
        budget.giveBack((long) gathered.length * 3 * GATHERED * Integer.BYTES);
    }

    private static void place(IntColumn of, int from, int[] places, int[] values, int[] sorted, int length) {
        of.get(from, values, 0, length);
        for (int i = 0; i < length; i++) {
            sorted[places[i] & BUCKET - 1] = values[i];
        }
    }

    private static void fill(IntColumn column, int begin, int[] sorted, int size) {
        for (int from = 0; from < size; from += IntColumn.CHUNK) {
            column.set(begin + from, sorted, from, Math.min(size - from, IntColumn.CHUNK));
        }
    }
}
