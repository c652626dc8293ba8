package io.pragh.core.placement;

import java.util.List;

/**
 * A node's counts of its reads in one interval: remote reads of values worth counting, and local reads of the keys
 * that the planner asked the node to watch. Immutable.
 *
 * @param node the reporting node
 * @param sequence grows with every report of the node
 * @param intervalNanos how long the counts were collected
 * @param entries the counts, in no order; keys appear once
 */
public record AccessReport(int node, long sequence, long intervalNanos, List<Entry> entries) {
    /**
     * A node's reads of one value.
     *
     * @param key the value's key
     * @param owner partition that held the value at the last read
     * @param reads how often this node read it in the interval
     * @param bytes size of its block
     * @param local whether the reads were local: this is the owner's answer to a request to watch, given in every
     *     report while the watch lasts, with zero reads if there were none
     */
    public record Entry(long key, int owner, int reads, int bytes, boolean local) {}

    /** Copies the entries. */
    public AccessReport {
        entries = List.copyOf(entries);
    }
}
