package io.pragh.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is known of one key: who appended which element, and the order of the elements as the longest read shows it. One thread. */
final class KeyVersions {
    private static final int NOBODY = -1;

    private final Map<Long, Integer> writers = new LinkedHashMap<>();
    private final Set<Long> intermediate = new HashSet<>();
    private final Map<Long, Integer> positions = new HashMap<>();
    private final List<Read> reads = new ArrayList<>();
    private long[] order = {};
    private int longestReader = NOBODY;

    /** What a transaction found before its own appends: so many elements of the order. */
    record Read(int transaction, int length) {}

    /** How a read compares with those before it. */
    enum Fit {
        /** It shows nothing new. */
        PREFIX,
        /** It is the longest now. */
        LONGER,
        /** It is neither a beginning of the longest nor the other way round. */
        INCOMPATIBLE
    }

    /** Notes who appends an element; false when somebody else did already. */
    boolean written(long element, int transaction) {
        return writers.putIfAbsent(element, transaction) == null;
    }

    /** The transaction appends further elements after this one. */
    void isIntermediate(long element) {
        intermediate.add(element);
    }

    boolean endsInIntermediate(int length) {
        return length > 0 && intermediate.contains(order[length - 1]);
    }

    /** Index of the transaction that appended an element, or negative. */
    int writer(long element) {
        return writers.getOrDefault(element, NOBODY);
    }

    /** All elements ever appended and who did it. */
    Map<Long, Integer> writers() {
        return writers;
    }

    /** Elements from the first to the last that any read has shown. */
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

    /** Index of the first element that the read and the order do not have in common. */
    int common(long[] elements, int length) {
        int mismatch = Arrays.mismatch(elements, 0, length, order, 0, order.length);
        return mismatch < 0 ? length : mismatch;
    }

    /** Takes in what a transaction found: the first {@code length} elements. */
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
