package io.pragh.core.property.bulk;

/**
 * Which edges have numbers, and which: a bit and a half for every edge, and 8 bytes for those that have one. First edges are marked,
 * then they get numbers. One thread.
 */
final class EdgeNumbers {
    private static final int WORD_SHIFT = 6;

    private final StagingBudget budget;
    private final long[] marks;
    /** How many edges are marked before each word of marks. */
    private int[] ranks = {};

    private long[] eids = {};

    EdgeNumbers(int edges, StagingBudget budget) {
        this.budget = budget;
        int words = (edges >>> WORD_SHIFT) + 1;
        budget.take((long) words * (Long.BYTES + Integer.BYTES));
        this.marks = new long[words];
    }

    void mark(int edge) {
        marks[edge >>> WORD_SHIFT] |= 1L << edge;
    }

    boolean isMarked(int edge) {
        return (marks[edge >>> WORD_SHIFT] >>> edge & 1) != 0;
    }

    /** All edges are marked that are to be. */
    void marked() {
        ranks = new int[marks.length];
        int rank = 0;
        for (int i = 0; i < marks.length; i++) {
            ranks[i] = rank;
            rank += Long.bitCount(marks[i]);
        }
        budget.take((long) rank * Long.BYTES);
        eids = new long[rank];
    }

    /** How many edges have numbers, when all are marked. */
    int count() {
        return eids.length;
    }

    private int rank(int edge) {
        int word = edge >>> WORD_SHIFT;
        return ranks[word] + Long.bitCount(marks[word] & (1L << edge) - 1);
    }

    /** Gives an edge that is marked its edge id. */
    void number(int edge, long eid) {
        eids[rank(edge)] = eid;
    }

    /** The edge's id; 0 when it has no number. */
    long eid(int edge) {
        return isMarked(edge) ? eids[rank(edge)] : 0;
    }
}
