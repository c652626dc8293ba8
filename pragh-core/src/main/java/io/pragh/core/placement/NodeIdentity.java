package io.pragh.core.placement;

import io.pragh.core.address.HomeMap;
import io.pragh.core.base.PraghException;
import io.pragh.core.cluster.KeptShare;

/**
 * The data that a node states when it joins: its own, and its view of the graph. Immutable.
 *
 * @param name the node's name for people
 * @param address of its fabric; empty in one process, or until {@link Coordination#announce} supplies it
 * @param partitions how many partitions the graph has; a graph that exists already must agree
 * @param founders how many members must be there before the partitions of a new graph are dealt out; ignored once
 *     they have been
 * @param graph number of the graph in the node's data folder, or, where the folder is new, a number for a graph that
 *     is new as well; {@link #NOT_KEPT} without a data folder
 * @param keeps the content of the data folder
 */
public record NodeIdentity(String name, String address, int partitions, int founders, long graph, KeptShare keeps) {
    /** Number of a graph that exists in memory only. */
    public static final long NOT_KEPT = 0;

    /** Checks the ranges. */
    public NodeIdentity {
        if (partitions < 1 || partitions > HomeMap.PARTITIONS_MAX || founders < 1 || founders > partitions) {
            throw new PraghException("a graph has 1 to " + HomeMap.PARTITIONS_MAX
                    + " partitions and at most as many founders: partitions=" + partitions + " founders=" + founders);
        }
    }

    /** The identity of a node without a data folder. */
    public NodeIdentity(String name, String address, int partitions, int founders) {
        this(name, address, partitions, founders, NOT_KEPT, KeptShare.NONE);
    }
}
