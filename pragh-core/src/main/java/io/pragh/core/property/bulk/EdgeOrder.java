package io.pragh.core.property.bulk;

import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Edges by one of their vertices, those of a vertex by label, those of a label in the order in which they came: a radix sort, 4 bytes an
 * edge and 4 a vertex, and 4 more for each edge of which it is known which it is. One thread.
 */
final class EdgeOrder {
    private static final int MARKED = Integer.MIN_VALUE;
    private static final int BLOCK_SHIFT = 6;

    /** The vertex at the other end of each, here because it is read several times and in this order; and its mark. */
    private final int[] entries;

    private final int[] starts;
    private final StagingBudget budget;
    /** The edge of each, or of each that is marked. */
    private int[] edges;
    /** How many are marked before each block of entries, when only of those it is known which edges they are. */
    private int @Nullable [] ranks;

    private EdgeOrder(int[] entries, int[] edges, int[] starts, StagingBudget budget) {
        this.entries = entries;
        this.edges = edges;
        this.starts = starts;
        this.budget = budget;
    }

    /**
     * Edges by the vertices that they leave, or else enter.
     *
     * @param byLabel all edges by their labels, or null when they have one
     * @param numbers says which are marked so far
     * @param eachKnown whether it is to be known of each which edge it is, and not only of those that are marked
     */
    static EdgeOrder by(
            boolean leaving,
            StagedEdges all,
            int vertices,
            int @Nullable [] byLabel,
            EdgeNumbers numbers,
            boolean eachKnown,
            StagingBudget budget) {
        IntColumn vertexOf = leaving ? all.outs() : all.ins();
        IntColumn otherOf = leaving ? all.ins() : all.outs();
        int count = all.count();
        budget.take((eachKnown ? 2L : 1L) * count * Integer.BYTES + (vertices + 1L) * Integer.BYTES);
        int[] starts = new int[vertices + 1];
        for (int i = 0; i < count; i++) {
            starts[vertexOf.get(i)]++;
        }
        int end = 0;
        for (int vertex = 0; vertex <= vertices; vertex++) {
            end += starts[vertex];
            starts[vertex] = end;
        }
        int[] entries = new int[count];
        int[] edges = new int[eachKnown ? count : 0];
        for (int i = count - 1; i >= 0; i--) {
            int edge = byLabel == null ? i : byLabel[i];
            int at = --starts[vertexOf.get(edge)];
            boolean marked = numbers.isMarked(edge);
            if (eachKnown) {
                entries[at] = marked ? otherOf.get(edge) | MARKED : otherOf.get(edge);
                edges[at] = edge;
            } else {
                entries[at] = marked ? ~edge : otherOf.get(edge);
            }
        }
        EdgeOrder order = new EdgeOrder(entries, edges, starts, budget);
        if (!eachKnown) {
            order.keepMarked(at -> ~entries[at]);
            for (int at = 0; at < count; at++) {
                if (entries[at] < 0) {
                    entries[at] = otherOf.get(~entries[at]) | MARKED;
                }
            }
        }
        return order;
    }

    /** From now on it is known only of those that are marked which edges they are. */
    void forgetUnmarked() {
        int[] all = edges;
        keepMarked(at -> all[at]);
        budget.giveBack((long) all.length * Integer.BYTES);
    }

    private void keepMarked(IntUnaryOperator edgeAt) {
        int[] before = new int[(entries.length >>> BLOCK_SHIFT) + 1];
        int marked = 0;
        for (int at = 0; at < entries.length; at++) {
            if ((at & (1 << BLOCK_SHIFT) - 1) == 0) {
                before[at >>> BLOCK_SHIFT] = marked;
            }
            marked += entries[at] >>> Integer.SIZE - 1;
        }
        budget.take((long) (marked + before.length) * Integer.BYTES);
        int[] kept = new int[marked];
        int rank = 0;
        for (int at = 0; at < entries.length; at++) {
            if (entries[at] < 0) {
                kept[rank++] = edgeAt.applyAsInt(at);
            }
        }
        ranks = before;
        edges = kept;
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

    /** The edge with an index, which is marked unless it is known of each. */
    int edge(int index) {
        int[] before = ranks;
        if (before == null) {
            return edges[index];
        }
        int rank = before[index >>> BLOCK_SHIFT];
        for (int at = index >>> BLOCK_SHIFT << BLOCK_SHIFT; at < index; at++) {
            rank += entries[at] >>> Integer.SIZE - 1;
        }
        return edges[rank];
    }

    /** The label of the edge with an index. */
    int label(StagedEdges all, int index) {
        return all.label(all.hasOneLabel() ? 0 : edge(index));
    }

    /** The vertex at the other end of the edge with an index. */
    int other(int index) {
        return entries[index] & ~MARKED;
    }

    /** The edge with an index is to be numbered; not when it is forgotten which it is. */
    void mark(int index) {
        entries[index] |= MARKED;
    }

    boolean isMarked(int index) {
        return entries[index] < 0;
    }

    /** Whether any of the edges with indexes from {@code from} to {@code to} is to be numbered. */
    boolean isAnyMarked(int from, int to) {
        int all = 0;
        for (int i = from; i < to; i++) {
            all |= entries[i];
        }
        return all < 0;
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
