package io.pragh.core.property.bulk;

import org.jspecify.annotations.Nullable;

/**
 * Edges by one of their vertices, those of a vertex by label, those of a label in the order in which they came: a radix sort, 8 bytes an
 * edge and 4 a vertex, and 4 an edge more while it is made if there are several labels. One thread.
 */
final class EdgeOrder {
    private static final long MARKED = 1L << 31;

    /** The vertex at the other end of each in the upper half, because it is read several times, and in this order; the edge, and its mark. */
    private final long[] entries;

    private final int[] starts;

    private EdgeOrder(long[] entries, int[] starts) {
        this.entries = entries;
        this.starts = starts;
    }

    /**
     * Edges by the vertices that one column has for them; another one has those at the other ends.
     *
     * @param numbers says which are marked; null when that is not known yet
     */
    static EdgeOrder by(
            IntColumn vertexOf,
            IntColumn otherOf,
            int vertices,
            int @Nullable [] byLabel,
            @Nullable EdgeNumbers numbers,
            StagingBudget budget) {
        int count = vertexOf.size();
        budget.take(2L * count * Integer.BYTES + (vertices + 1L) * Integer.BYTES);
        int[] starts = new int[vertices + 1];
        for (int i = 0; i < count; i++) {
            starts[vertexOf.get(i)]++;
        }
        int end = 0;
        for (int vertex = 0; vertex <= vertices; vertex++) {
            end += starts[vertex];
            starts[vertex] = end;
        }
        long[] entries = new long[count];
        for (int i = count - 1; i >= 0; i--) {
            int edge = byLabel == null ? i : byLabel[i];
            long mark = numbers != null && numbers.isMarked(edge) ? MARKED : 0;
            entries[--starts[vertexOf.get(edge)]] = (long) otherOf.get(edge) << Integer.SIZE | edge | mark;
        }
        return new EdgeOrder(entries, starts);
    }

    /** All edges by their labels; null when there is one label. */
    static int @Nullable [] byLabel(StagedEdges edges, StagingBudget budget) {
        if (edges.hasOneLabel()) {
            return null;
        }
        int count = edges.count();
        budget.take((long) count * Integer.BYTES);
        int labels = 0;
        for (int i = 0; i < count; i++) {
            labels = Math.max(labels, edges.label(i) + 1);
        }
        int[] starts = new int[labels];
        for (int i = 0; i < count; i++) {
            starts[edges.label(i)]++;
        }
        int end = 0;
        for (int label = 0; label < labels; label++) {
            end += starts[label];
            starts[label] = end;
        }
        int[] order = new int[count];
        for (int i = count - 1; i >= 0; i--) {
            order[--starts[edges.label(i)]] = i;
        }
        return order;
    }

    /** Index of a vertex's first edge. */
    int from(int vertex) {
        return starts[vertex];
    }

    /** Index behind a vertex's last edge. */
    int to(int vertex) {
        return starts[vertex + 1];
    }

    /** The edge with an index. */
    int edge(int index) {
        return (int) entries[index] & Integer.MAX_VALUE;
    }

    /** The vertex at the other end of the edge with an index. */
    int other(int index) {
        return (int) (entries[index] >>> Integer.SIZE);
    }

    /** The edge with an index is to be numbered. */
    void mark(int index) {
        entries[index] |= MARKED;
    }

    boolean isMarked(int index) {
        return (entries[index] & MARKED) != 0;
    }

    /** Whether any of the edges with indexes from {@code from} to {@code to} is to be numbered. */
    boolean isAnyMarked(int from, int to) {
        long all = 0;
        for (int i = from; i < to; i++) {
            all |= entries[i];
        }
        return (all & MARKED) != 0;
    }

    /** Index behind the last edge, before {@code to}, that has the label of the edge at {@code from}. */
    int endOfLabel(StagedEdges all, int from, int to) {
        if (all.hasOneLabel()) {
            return to;
        }
        int label = all.label(edge(from));
        int end = from + 1;
        while (end < to && all.label(edge(end)) == label) {
            end++;
        }
        return end;
    }
}
