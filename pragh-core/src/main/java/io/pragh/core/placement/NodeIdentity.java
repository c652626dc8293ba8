package io.pragh.core.placement;

import io.pragh.core.address.HomeMap;
import io.pragh.core.base.PraghException;
import io.pragh.core.cluster.KeptShare;

/**
 * What a node says about itself when it joins, and what it believes about the graph. Immutable.
 *
 * @param name what people call it
 * @param address where its fabric listens; empty in one process, or until {@link Coordination#announce} tells it
 * @param partitions how many partitions the graph has; a graph that exists already must agree
 * @param founders how many members must be there before the partitions of a new graph are dealt out; ignored once they have been
 * @param graph number of the graph in the node's data folder, or, where that is new, one for a graph that is new as well; {@link #NOT_KEPT}
 *     without a data folder
 * @param keeps what the data folder holds
 */
public record NodeIdentity(String name, String address, int partitions, int founders, long graph, KeptShare keeps) {
    /** Number of a graph that is in memory alone. */
    public static final long NOT_KEPT = 0;

    /** Checks the ranges. */
    public NodeIdentity {
        if (partitions < 1 || partitions > HomeMap.PARTITIONS_MAX || founders < 1 || founders > partitions) {
            throw new PraghException("a graph has 1 to " + HomeMap.PARTITIONS_MAX
                    + " partitions and at most as many founders: partitions=" + partitions + " founders=" + founders);
        }
    }

    /** Of a node without a data folder. */
    public NodeIdentity(String name, String address, int partitions, int founders) {
        this(name, address, partitions, founders, NOT_KEPT, KeptShare.NONE);
    }
}
