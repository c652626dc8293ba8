package io.pragh.core.property.bulk;

import org.jspecify.annotations.Nullable;

/**
 * Edges by one of their vertices, those of a vertex by label, those of a label in the order in which they came: a radix sort, 8 bytes an
 * edge and 4 a vertex, and 4 an edge more while it is made if there are several labels. Immutable once made.
 */
final class EdgeOrder {
    private final int[] edges;
    /** The vertex at the other end of each: it is read several times, and in this order. */
    private final int[] others;

    private final int[] starts;

    private EdgeOrder(int[] edges, int[] others, int[] starts) {
        this.edges = edges;
        this.others = others;
        this.starts = starts;
    }

    /** Edges by the vertices that one column has for them; another one has those at the other ends. */
    static EdgeOrder by(
            IntColumn vertexOf, IntColumn otherOf, int vertices, int @Nullable [] byLabel, StagingBudget budget) {
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
        int[] edges = new int[count];
        int[] others = new int[count];
        for (int i = count - 1; i >= 0; i--) {
            int edge = byLabel == null ? i : byLabel[i];
            int at = --starts[vertexOf.get(edge)];
            edges[at] = edge;
            others[at] = otherOf.get(edge);
        }
        return new EdgeOrder(edges, others, starts);
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
        return edges[index];
    }

    /** The vertex at the other end of the edge with an index. */
    int other(int index) {
        return others[index];
    }

    /** Index behind the last edge, before {@code to}, that has the label of the edge at {@code from}. */
    int endOfLabel(StagedEdges all, int from, int to) {
        if (all.hasOneLabel()) {
            return to;
        }
        int label = all.label(edges[from]);
        int end = from + 1;
        while (end < to && all.label(edges[end]) == label) {
            end++;
        }
        return end;
    }
}
