package io.pragh.core.property.bulk;

/** Which vertex has an integral identifier: 12 bytes a slot, of which two thirds are used at most. One thread. */
final class NumberIndex {
    static final int NONE = -1;

    private static final int CAPACITY_FIRST = 1 << 10;
    private static final int SLOT_BYTES = Long.BYTES + Integer.BYTES;
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

    private final StagingBudget budget;
    private long[] numbers;
    /** Vertices plus 1; 0 where a slot is free. */
    private int[] vertices;

    private int size;

    NumberIndex(StagingBudget budget) {
        this.budget = budget;
        budget.take((long) CAPACITY_FIRST * SLOT_BYTES);
        numbers = new long[CAPACITY_FIRST];
        vertices = new int[CAPACITY_FIRST];
    }

    /** The vertex, or {@link #NONE}. */
    int find(long number) {
        return vertices[slot(number)] - 1;
    }

    /** The vertex that has the number already, or {@link #NONE}: then it is this one from now on. */
    int findOrAdd(long number, int vertex) {
        int slot = slot(number);
        if (vertices[slot] != 0) {
            return vertices[slot] - 1;
        }
        numbers[slot] = number;
        vertices[slot] = vertex + 1;
        if (++size > numbers.length / 3 * 2) {
            grow();
        }
        return NONE;
    }

    private int slot(long number) {
        int mask = numbers.length - 1;
        int at = (int) (number * GOLDEN >>> Integer.SIZE) & mask;
        while (vertices[at] != 0 && numbers[at] != number) {
            at = at + 1 & mask;
        }
        return at;
    }

    private void grow() {
        long[] before = numbers;
        int[] verticesBefore = vertices;
        int capacity = Math.multiplyExact(before.length, 2);
        budget.take((long) capacity * SLOT_BYTES);
        numbers = new long[capacity];
        vertices = new int[capacity];
        for (int i = 0; i < before.length; i++) {
            if (verticesBefore[i] != 0) {
                int slot = slot(before[i]);
                numbers[slot] = before[i];
                vertices[slot] = verticesBefore[i];
            }
        }
        budget.giveBack((long) before.length * SLOT_BYTES);
    }
}
