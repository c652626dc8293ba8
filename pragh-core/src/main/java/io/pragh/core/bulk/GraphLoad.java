package io.pragh.core.bulk;

import io.pragh.core.address.GraphKey;
import io.pragh.core.graph.NewLists;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Loads the out-lists of a graph into an empty store: one list for every vertex that an edge names, empty if no edge
 * leaves it, so that every vertex has its key. Cost: one commit per vertex, of one home. One thread.
 */
public final class GraphLoad {
    private static final long DENSE_MAX = 1L << 31;

    private final LongFunction<? extends @Nullable NewLists> listsOf;
    private final int label;
    private final Seen withList = new Seen();
    private final Seen named = new Seen();
    private long vertices;

    /**
     * The result of a load.
     *
     * @param vertices lists created here
     * @param edges of the graph: entries in these lists and in those that other processes load
     */
    public record Loaded(long vertices, long edges) {}

    /**
     * Loads lists of one edge label; {@code listsOf} returns the writer for a list, best one whose session is at the
     * key's home, or null for a list that another process loads.
     */
    public GraphLoad(LongFunction<? extends @Nullable NewLists> listsOf, int label) {
        this.listsOf = listsOf;
        this.label = label;
    }

    /** Loads every edge; progress is measured by {@link AdjacencyLists#workTotal}. */
    public Loaded load(EdgeSource source, Progress progress) {
        AdjacencyLists.Totals totals = new AdjacencyLists().forEachList(source, this::create, progress);
        named.forEachNotIn(withList, vid -> create(vid, new long[0], 0, 0));
        return new Loaded(vertices, totals.edges());
    }

    private void create(long vid, long[] neighbours, int from, int to) {
        long key = GraphKey.of(GraphKey.KIND_ADJACENCY, GraphKey.OUT, label, vid);
        NewLists lists = listsOf.apply(key);
        if (lists != null) {
            lists.create(key, neighbours, from, to);
            vertices++;
        }
        if (to > from) {
            withList.add(vid);
            for (int i = from; i < to; i++) {
                named.add(neighbours[i]);
            }
        }
    }

    /** A set of vertex ids: bits for small ids, a hash set for the others. */
    private static final class Seen {
        private final BitSet dense = new BitSet();
        private final Set<Long> sparse = new HashSet<>();

        void add(long vid) {
            if (vid < DENSE_MAX) {
                dense.set((int) vid);
            } else {
                sparse.add(vid);
            }
        }

        void forEachNotIn(Seen other, java.util.function.LongConsumer consumer) {
            for (int vid = dense.nextSetBit(0); vid >= 0; vid = dense.nextSetBit(vid + 1)) {
                if (!other.dense.get(vid)) {
                    consumer.accept(vid);
                }
            }
            for (long vid : sparse) {
                if (!other.sparse.contains(vid)) {
                    consumer.accept(vid);
                }
            }
        }
    }
}
