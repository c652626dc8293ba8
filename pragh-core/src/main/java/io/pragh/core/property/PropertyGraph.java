package io.pragh.core.property;

import io.pragh.core.api.TransactionOptions;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A property graph in a cluster, seen from one node. Any thread. */
public interface PropertyGraph extends AutoCloseable {
    /** Begins a transaction, which any thread may use, one at a time. Cost: one READ of the timestamp word. */
    GraphTransaction begin(TransactionOptions options);

    /** How many partitions a scan has to visit. */
    int partitions();

    /** Partitions whose home is this node, which are cheap to scan from here. */
    int[] partitionsHere();

    /**
     * Creates and fills an index on a property's values for equality, while queries and updates go on; returns when
     * it is ready. Does nothing when it exists.
     */
    void createIndex(ElementKind kind, String key);

    /** Drops an index, if it is there. */
    void dropIndex(ElementKind kind, String key);

    /** Keys that have an index which is ready. */
    Set<String> indexes(ElementKind kind);

    /**
     * Declares that all values that the cluster has lost with nodes up to now were written again or are given up: a
     * key that is not found counts as absent from then on, scans and counts work again, and indexes are filled anew
     * from the values that exist. Edges to vertices that are given up stay in the lists of their other ends. Returns,
     * when all that is done, how many partitions had lost keys; 0 at once when nothing was lost.
     *
     * @throws io.pragh.core.base.PraghException that can be tried again, when a node is lost meanwhile or does not
     *     answer in time
     */
    int restored();

    /**
     * Begins a load in bulk. Returns null when the graph has elements already, or has lost values that are not given
     * up: then it must be filled by transactions.
     *
     * @param seenFrom the graph as each node of this process sees it; a value is written through the node that is its
     *     home
     */
    @Nullable
    BulkLoad bulkLoad(List<PropertyGraph> seenFrom);

    /**
     * Returns the number of an edge label, 0 when no edge ever had it. Cost: none when this node knows it, otherwise
     * a READ.
     */
    int edgeLabel(String label);

    /** Returns the name of an edge label. Cost: as {@link #edgeLabel}. */
    String edgeLabel(int label);

    /** Closes the graph; open transactions are rolled back. */
    @Override
    void close();
}
