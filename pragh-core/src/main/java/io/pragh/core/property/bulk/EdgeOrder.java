package io.pragh.core.property.bulk;

import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Sorts edges by one of their vertices, then by label, then in the order in which they were added: a radix sort that
 * takes 4 bytes an edge and 4 a vertex, and 4 more for each edge whose staged index is kept. Vertices are in their
 * {@link HomeOrder}, so that memory of written edges can be released. One thread.
 */
final class EdgeOrder {
    private static final int MARKED = Integer.MIN_VALUE;
    private static final int BLOCK_SHIFT = 6;

    private final StagingBudget budget;
    private final int count;
    /**
     * The vertex at the other end of each edge, copied because it is read several times and in this order; with the
     * edge's mark.
     */
    private final IntColumn entries;

    private final int[] starts;
    /** The staged index of each edge, or of each marked edge. */
    private IntColumn edges;
    /** How many edges are marked before each block of entries, when only marked edges have their staged indexes. */
    private @Nullable IntColumn ranks;

    /** The index of the last {@link #rank}, kept because callers mostly ask for the next ones. */
    private int rankedIndex = -1;

    private int rankOfIt;

    private EdgeOrder(int count, int vertices, StagingBudget budget) {
        budget.take((vertices + 1L) * Integer.BYTES);
        this.budget = budget;
        this.count = count;
        this.entries = new IntColumn(budget);
        this.edges = new IntColumn(budget);
        this.starts = new int[vertices + 1];
    }

    /**
     * Sorts edges by the vertices that they leave, or else enter.
     *
     * @param byLabel all edges by their labels, or null when they have one
     * @param numbers tells which edges are marked so far
     * @param eachKnown whether the staged index of each edge is kept, and not only of marked ones
     */
    static EdgeOrder by(
            boolean leaving,
            StagedEdges all,
            HomeOrder vertices,
            @Nullable IntColumn byLabel,
            EdgeNumbers numbers,
            boolean eachKnown,
            StagingBudget budget) {
        IntColumn vertexOf = leaving ? all.outs() : all.ins();
        IntColumn otherOf = leaving ? all.ins() : all.outs();
        int count = all.count();
        EdgeOrder order = new EdgeOrder(count, vertices.count(), budget);
        int[] ends = new int[vertices.count()]; // by vertex, as early vertices have most edges
        int[] block = new int[IntColumn.CHUNK];
        for (int from = 0; from < count; from += IntColumn.CHUNK) {
            int length = Math.min(count - from, IntColumn.CHUNK);
            vertexOf.get(from, block, 0, length);
            for (int i = 0; i < length; i++) {
                ends[block[i]]++;
            }
        }
        int end = 0;
        for (int index = 0; index < ends.length; index++) {
            int vertex = vertices.vertex(index);
            order.starts[index] = end;
            end += ends[vertex];
            ends[vertex] = end;
        }
        order.starts[ends.length] = end;
        RadixSort sort = new RadixSort(count, eachKnown, budget);
        int[] others = new int[IntColumn.CHUNK];
        for (int from = (count - 1) / IntColumn.CHUNK * IntColumn.CHUNK; from >= 0; from -= IntColumn.CHUNK) {
            int length = Math.min(count - from, IntColumn.CHUNK);
            if (byLabel == null) {
                vertexOf.get(from, block, 0, length);
                otherOf.get(from, others, 0, length);
            } else {
                for (int i = 0; i < length; i++) {
                    block[i] = vertexOf.get(byLabel.get(from + i));
                    others[i] = otherOf.get(byLabel.get(from + i));
                }
            }
            for (int i = length - 1; i >= 0; i--) {
                int edge = byLabel == null ? from + i : byLabel.get(from + i);
                boolean marked = numbers.isMarked(edge);
                int other = others[i];
                sort.put(--ends[block[i]], !marked ? other : eachKnown ? other | MARKED : ~edge, edge);
            }
        }
        IntColumn entries = order.entries;
        sort.drain(entries, order.edges);
        if (!eachKnown) {
            order.keepMarked(at -> ~entries.get(at));
            for (int at = 0; at < count; at++) {
                int entry = entries.get(at);
                if (entry < 0) {
                    entries.set(at, otherOf.get(~entry) | MARKED);
                }
            }
        }
        return order;
    }

    /** Drops the staged indexes of edges that are not marked. */
    void forgetUnmarked() {
        IntColumn all = edges;
        keepMarked(all::get);
        all.forget();
    }

    private void keepMarked(IntUnaryOperator edgeAt) {
        IntColumn before = new IntColumn(budget);
        IntColumn kept = new IntColumn(budget);
        for (int at = 0; at < count; at++) {
            if ((at & (1 << BLOCK_SHIFT) - 1) == 0) {
                before.add(kept.size());
            }
            if (entries.get(at) < 0) {
                kept.add(edgeAt.applyAsInt(at));
            }
        }
        ranks = before;
        rankedIndex = -1;
        edges = kept;
    }

    /** Releases the memory for edges with indexes before this one. */
    void forgetBefore(int index) {
        entries.forgetBefore(index);
        if (ranks == null) {
            edges.forgetBefore(index);
        }
    }

    /** All edges sorted by their labels; null when there is one label. */
    static @Nullable IntColumn byLabel(StagedEdges edges, StagingBudget budget) {
        if (edges.hasOneLabel()) {
            return null;
        }
        int count = edges.count();
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
        IntColumn order = new IntColumn(budget);
        for (int i = count - 1; i >= 0; i--) {
            order.set(--starts[edges.label(i)], i);
        }
        return order;
    }

    /** Index of the first edge of a vertex, given by its index among all vertices. */
    int from(int vertex) {
        return starts[vertex];
    }

    /** Index behind the last edge of a vertex, given by its index among all vertices. */
    int to(int vertex) {
        return starts[vertex + 1];
    }

    /** The staged index of the edge at an index; the edge must be marked unless all staged indexes are kept. */
    int edge(int index) {
        IntColumn before = ranks;
        if (before == null) {
            return edges.get(index);
        }
        return edges.get(rank(before, index));
    }

    /** The label of the edge at an index. */
    int label(StagedEdges all, int index) {
        return all.label(all.hasOneLabel() ? 0 : edge(index));
    }

    /** The vertex at the other end of the edge at an index. */
    int other(int index) {
        return entries.get(index) & ~MARKED;
    }

    /**
     * Copies the vertices at the other ends of some edges, as the bitwise complement where the edge is marked;
     * returns whether any is.
     */
    boolean others(int from, int[] into, int length) {
        entries.copy(from, into, length);
        int all = 0;
        for (int i = 0; i < length; i++) {
            all |= into[i];
            into[i] = into[i] < 0 ? ~(into[i] & ~MARKED) : into[i];
        }
        return all < 0;
    }

    /**
     * How many edges are marked before the one at an index; for use when only marked edges have their staged indexes.
     */
    private int rank(IntColumn before, int index) {
        boolean near = index >= rankedIndex && index >>> BLOCK_SHIFT == rankedIndex >>> BLOCK_SHIFT;
        int rank = near ? rankOfIt : before.get(index >>> BLOCK_SHIFT);
        for (int at = near ? rankedIndex : index >>> BLOCK_SHIFT << BLOCK_SHIFT; at < index; at++) {
            rank += entries.get(at) >>> Integer.SIZE - 1;
        }
        rankedIndex = index;
        rankOfIt = rank;
        return rank;
    }

    /**
     * Copies the edge ids of some edges, 0 for edges that are not marked. {@code others} is the result of {@link
     * #others} for them.
     */
    void eids(int from, int[] others, long[] into, int length, EdgeNumbers numbers) {
        IntColumn before = ranks;
        int rank = before == null ? 0 : rank(before, from);
        for (int i = 0; i < length; i++) {
            boolean marked = others[i] < 0;
            into[i] = marked ? numbers.eid(edges.get(before == null ? from + i : rank)) : 0;
            rank += marked ? 1 : 0;
        }
    }

    /** Marks the edge at an index, whose staged index must be kept. */
    void mark(int index) {
        entries.set(index, entries.get(index) | MARKED);
    }

    boolean isMarked(int index) {
        return entries.get(index) < 0;
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
