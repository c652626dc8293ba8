package io.pragh.core.property.bulk;

/**
 * The edge ids of the edges that have numbers: a bit and a half for every edge, and 8 bytes for each that has one.
 * Callers first mark the edges, then number them. One thread.
 */
final class EdgeNumbers {
    private static final int WORD_SHIFT = 6;

    private final long[] marks;
    /** How many edges are marked before each word of marks. */
    private int[] ranks = {};

    private final LongColumn eids;
    private int count;

    EdgeNumbers(int edges, StagingBudget budget) {
        int words = (edges >>> WORD_SHIFT) + 1;
        budget.take((long) words * (Long.BYTES + Integer.BYTES));
        this.marks = new long[words];
        this.eids = new LongColumn(budget);
    }

    void mark(int edge) {
        marks[edge >>> WORD_SHIFT] |= 1L << edge;
    }

    boolean isMarked(int edge) {
        return (marks[edge >>> WORD_SHIFT] >>> edge & 1) != 0;
    }

    /** Ends the marking of edges. */
    void marked() {
        ranks = new int[marks.length];
        for (int i = 0; i < marks.length; i++) {
            ranks[i] = count;
            count += Long.bitCount(marks[i]);
        }
    }

    /** How many edges are marked; valid after {@link #marked}. */
    int count() {
        return count;
    }

    private int rank(int edge) {
        int word = edge >>> WORD_SHIFT;
        return ranks[word] + Long.bitCount(marks[word] & (1L << edge) - 1);
    }

    /** Sets the edge id of a marked edge. */
    void number(int edge, long eid) {
        eids.set(rank(edge), eid);
    }

    /** The edge id of an edge; 0 when it has no number. */
    long eid(int edge) {
        return isMarked(edge) ? eids.get(rank(edge)) : 0;
    }
}
