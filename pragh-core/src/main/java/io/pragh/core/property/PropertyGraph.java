package io.pragh.core.property;

import io.pragh.core.api.TransactionOptions;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A property graph in a cluster, seen from one node. Any thread. */
public interface PropertyGraph extends AutoCloseable {
    /** Begins a transaction; it may be used by any thread, one at a time. Cost: one READ of the timestamp word. */
    GraphTransaction begin(TransactionOptions options);

    /** How many partitions a scan has to visit. */
    int partitions();

    /** Partitions whose home is this node: cheap to scan from here. */
    int[] partitionsHere();

    /**
     * Makes and fills an index on a property's values for equality, while queries and updates go on; returns when it answers. Does
     * nothing when it is there.
     */
    void createIndex(ElementKind kind, String key);

    /** Drops an index, if it is there. */
    void dropIndex(ElementKind kind, String key);

    /** Keys that have an index which answers. */
    Set<String> indexes(ElementKind kind);

    /**
     * Declares that what the cluster has lost with nodes up to now was written again, or is given up: what is not known is absent from
     * then on, scans and counts go on, and indexes are filled anew from what there is. Edges to vertices that are given up stay where
     * they were known at their other ends. Returns how many partitions had lost their keys, when all that is done; 0 at
     * once when nothing was lost.
     *
     * @throws io.pragh.core.base.PraghException that can be tried again, when a node is lost meanwhile or one does not answer in time
     */
    int restored();

    /**
     * Begins a load in bulk; null when the graph has elements already, or has lost some that are not given up, so that it has to be
     * filled by transactions.
     *
     * @param seenFrom the graph as all nodes of this process see it: what is at home at one of them is written by it
     */
    @Nullable
    BulkLoad bulkLoad(List<PropertyGraph> seenFrom);

    /** Number of an edge label, 0 when no edge ever had it. Cost: none when known here, else a READ. */
    int edgeLabel(String label);

    /** Name of an edge label. Cost: as {@link #edgeLabel}. */
    String edgeLabel(int label);

    /** Ends it; transactions that are open are rolled back. */
    @Override
    void close();
}
