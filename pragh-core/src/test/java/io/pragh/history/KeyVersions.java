package io.pragh.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The facts about one key: the writer of each element, and the order of the elements as the longest read shows it.
 * One thread.
 */
final class KeyVersions {
    private static final int NOBODY = -1;

    private final Map<Long, Integer> writers = new LinkedHashMap<>();
    private final Set<Long> intermediate = new HashSet<>();
    private final Map<Long, Integer> positions = new HashMap<>();
    private final List<Read> reads = new ArrayList<>();
    private long[] order = {};
    private int longestReader = NOBODY;

    /** A transaction's read, without its own appends: the number of elements of the order. */
    record Read(int transaction, int length) {}

    /** The relation of a read to those before it. */
    enum Fit {
        /** The read shows nothing new. */
        PREFIX,
        /** The read is the longest now. */
        LONGER,
        /** Neither the read nor the longest one is a prefix of the other. */
        INCOMPATIBLE
    }

    /** Records the writer of an element; false when another transaction has appended it already. */
    boolean written(long element, int transaction) {
        return writers.putIfAbsent(element, transaction) == null;
    }

    /** Records that the transaction appends further elements after this one. */
    void isIntermediate(long element) {
        intermediate.add(element);
    }

    boolean endsInIntermediate(int length) {
        return length > 0 && intermediate.contains(order[length - 1]);
    }

    /** The index of the transaction that appended an element, or negative. */
    int writer(long element) {
        return writers.getOrDefault(element, NOBODY);
    }

    /** All elements that were appended, and their writers. */
    Map<Long, Integer> writers() {
        return writers;
    }

    /** The elements from the first to the last that any read has shown. */
    long[] order() {
        return order;
    }

    int longestReader() {
        return longestReader;
    }

    /** Whether a read has shown the element; its place is {@link #position}. */
    boolean isObserved(long element) {
        return positions.containsKey(element);
    }

    int position(long element) {
        return positions.getOrDefault(element, Integer.MAX_VALUE);
    }

    List<Read> reads() {
        return reads;
    }

    /** The index of the first element at which the read and the order differ. */
    int common(long[] elements, int length) {
        int mismatch = Arrays.mismatch(elements, 0, length, order, 0, order.length);
        return mismatch < 0 ? length : mismatch;
    }

    /** Processes a read: the first {@code length} elements. */
    Fit observe(int transaction, long[] elements, int length) {
        int common = common(elements, length);
        if (common < length && common < order.length) {
            return Fit.INCOMPATIBLE;
        }
        reads.add(new Read(transaction, length));
        if (length <= order.length) {
            return Fit.PREFIX;
        }
        for (int i = order.length; i < length; i++) {
            positions.putIfAbsent(elements[i], i);
        }
        order = Arrays.copyOf(elements, length);
        longestReader = transaction;
        return Fit.LONGER;
    }
}
