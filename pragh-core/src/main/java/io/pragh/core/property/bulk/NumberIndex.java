package io.pragh.core.property.bulk;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Maps integral identifiers to vertices. A page covers a range of numbers that are close together, at 4 bytes for
 * each number of the range; other numbers are in a hash table, at 12 bytes a slot, two thirds of which are used at
 * most. One thread.
 */
// Every edge looks up two numbers, at the cost of memory accesses that miss the processor's cache. When the hash
// table is full, a page is made for each range of which an eighth of the numbers are in the table, and those numbers
// move there.
final class NumberIndex {
    static final int NONE = -1;

    private static final int CAPACITY_FIRST = 1 << 10;
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;
    private static final int PAGE_BITS = 12;
    private static final int PAGE = 1 << PAGE_BITS;
    private static final int PAGE_NUMBERS_MIN = PAGE / 8;
    private static final int PAGES_MAX = 1 << 20;

    private final StagingBudget budget;
    private int[] @Nullable [] pages = {};
    private int pageCount;
    private int capacity = CAPACITY_FIRST;
    private LongColumn numbers;
    /** Vertices plus 1, as in pages; 0 for a free slot. */
    private IntColumn vertices;

    private int hashed;

    NumberIndex(StagingBudget budget) {
        this.budget = budget;
        numbers = new LongColumn(budget);
        vertices = new IntColumn(budget);
    }

    /** The vertex with a number, or {@link #NONE}. */
    int find(long number) {
        int[] page = page(number);
        return (page != null ? page[(int) number & PAGE - 1] : vertices.get(slot(number))) - 1;
    }

    /**
     * Returns the vertex with a number; if there is none, maps the number to the given vertex and returns {@link
     * #NONE}.
     */
    int findOrAdd(long number, int vertex) {
        int[] page = page(number);
        if (page != null) {
            int found = page[(int) number & PAGE - 1];
            if (found == 0) {
                page[(int) number & PAGE - 1] = vertex + 1;
            }
            return found - 1;
        }
        int slot = slot(number);
        int found = vertices.get(slot);
        if (found != 0) {
            return found - 1;
        }
        numbers.set(slot, number);
        vertices.set(slot, vertex + 1);
        if (++hashed > capacity / 3 * 2) {
            makeRoom();
        }
        return NONE;
    }

    /** The page that covers a number; null when the number's range is hashed. */
    private int @Nullable [] page(long number) {
        long page = number >>> PAGE_BITS;
        return page < pages.length ? pages[(int) page] : null;
    }

    private int slot(long number) {
        int mask = capacity - 1;
        int at = (int) (number * GOLDEN >>> Integer.SIZE) & mask;
        while (vertices.get(at) != 0 && numbers.get(at) != number) {
            at = at + 1 & mask;
        }
        return at;
    }

    /**
     * Moves numbers that are close together from the hash table to pages, and enlarges the table if most numbers
     * stay.
     */
    private void makeRoom() {
        int[] counts = new int[Math.min(PAGES_MAX, capacity)];
        int end = 0;
        for (int i = 0; i < capacity; i++) {
            long page = numbers.get(i) >>> PAGE_BITS;
            if (vertices.get(i) != 0 && page < counts.length && ++counts[(int) page] == PAGE_NUMBERS_MIN) {
                end = Math.max(end, (int) page + 1);
            }
        }
        if (end > pages.length) {
            budget.take((long) (end - pages.length) * Long.BYTES);
            pages = Arrays.copyOf(pages, end);
        }
        int left = hashed;
        for (int page = 0; page < end; page++) {
            if (counts[page] >= PAGE_NUMBERS_MIN) {
                budget.take((long) PAGE * Integer.BYTES);
                pages[page] = new int[PAGE];
                pageCount++;
                left -= counts[page];
            }
        }
        rehash(left > capacity / 3 ? Math.multiplyExact(capacity, 2) : capacity);
    }

    private void rehash(int wanted) {
        LongColumn before = numbers;
        IntColumn verticesBefore = vertices;
        int capacityBefore = capacity;
        capacity = wanted;
        numbers = new LongColumn(budget);
        vertices = new IntColumn(budget);
        hashed = 0;
        for (int i = 0; i < capacityBefore; i++) {
            int vertex = verticesBefore.get(i);
            if (vertex == 0) {
                continue;
            }
            long number = before.get(i);
            int[] page = page(number);
            if (page != null) {
                page[(int) number & PAGE - 1] = vertex;
            } else {
                int slot = slot(number);
                numbers.set(slot, number);
                vertices.set(slot, vertex);
                hashed++;
            }
        }
        before.forget();
        verticesBefore.forget();
    }

    /** Releases the index's memory when no more numbers are looked up. */
    void forget() {
        budget.giveBack((long) pages.length * Long.BYTES + (long) pageCount * PAGE * Integer.BYTES);
        pages = new int[0][];
        numbers.forget();
        vertices.forget();
    }
}
