package io.pragh.core.property.bulk;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Which vertex has an integral identifier. Where numbers lie close together, a page of them costs 4 bytes for each number that it could
 * have; others are in a hash table, 12 bytes a slot, of which two thirds are used at most. One thread.
 */
// Every number is looked for twice for an edge, and memory that is not in the processor's cache is what that costs. A
// page is made when the hash table is full and an eighth of the page's numbers are in it: then those move.
final class NumberIndex {
    static final int NONE = -1;

    private static final int CAPACITY_FIRST = 1 << 10;
    private static final int SLOT_BYTES = Long.BYTES + Integer.BYTES;
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;
    private static final int PAGE_BITS = 12;
    private static final int PAGE = 1 << PAGE_BITS;
    private static final int PAGE_NUMBERS_MIN = PAGE / 8;
    private static final int PAGES_MAX = 1 << 20;

    private final StagingBudget budget;
    private int[] @Nullable [] pages = {};
    private long[] numbers;
    /** Vertices plus 1, as in pages; 0 where a slot is free. */
    private int[] vertices;

    private int hashed;

    NumberIndex(StagingBudget budget) {
        this.budget = budget;
        budget.take((long) CAPACITY_FIRST * SLOT_BYTES);
        numbers = new long[CAPACITY_FIRST];
        vertices = new int[CAPACITY_FIRST];
    }

    /** The vertex, or {@link #NONE}. */
    int find(long number) {
        int[] page = page(number);
        return (page != null ? page[(int) number & PAGE - 1] : vertices[slot(number)]) - 1;
    }

    /** The vertex that has the number already, or {@link #NONE}: then it is this one from now on. */
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
        if (vertices[slot] != 0) {
            return vertices[slot] - 1;
        }
        numbers[slot] = number;
        vertices[slot] = vertex + 1;
        if (++hashed > numbers.length / 3 * 2) {
            makeRoom();
        }
        return NONE;
    }

    /** The page that has all numbers like this one; null when they are hashed. */
    private int @Nullable [] page(long number) {
        long page = number >>> PAGE_BITS;
        return page < pages.length ? pages[(int) page] : null;
    }

    private int slot(long number) {
        int mask = numbers.length - 1;
        int at = (int) (number * GOLDEN >>> Integer.SIZE) & mask;
        while (vertices[at] != 0 && numbers[at] != number) {
            at = at + 1 & mask;
        }
        return at;
    }

    /** Takes numbers that lie close together out of the hash table, and makes that larger if most are left. */
    private void makeRoom() {
        int[] counts = new int[Math.min(PAGES_MAX, numbers.length)];
        int end = 0;
        for (int i = 0; i < numbers.length; i++) {
            long page = numbers[i] >>> PAGE_BITS;
            if (vertices[i] != 0 && page < counts.length && ++counts[(int) page] == PAGE_NUMBERS_MIN) {
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
                left -= counts[page];
            }
        }
        rehash(left > numbers.length / 3 ? Math.multiplyExact(numbers.length, 2) : numbers.length);
    }

    private void rehash(int capacity) {
        long[] before = numbers;
        int[] verticesBefore = vertices;
        budget.take((long) capacity * SLOT_BYTES);
        numbers = new long[capacity];
        vertices = new int[capacity];
        hashed = 0;
        for (int i = 0; i < before.length; i++) {
            if (verticesBefore[i] == 0) {
                continue;
            }
            int[] page = page(before[i]);
            if (page != null) {
                page[(int) before[i] & PAGE - 1] = verticesBefore[i];
            } else {
                int slot = slot(before[i]);
                numbers[slot] = before[i];
                vertices[slot] = verticesBefore[i];
                hashed++;
            }
        }
        budget.giveBack((long) before.length * SLOT_BYTES);
    }
}
