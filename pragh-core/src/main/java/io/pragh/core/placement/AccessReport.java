package io.pragh.core.placement;

import java.util.List;

/**
 * What one node read in one interval: remote reads of values worth counting, and local reads of the keys it was asked to watch.
 * Immutable.
 *
 * @param node who reports
 * @param sequence grows with every report of the node
 * @param intervalNanos how long the counts were collected
 * @param entries the counts, in no order; keys appear once
 */
public record AccessReport(int node, long sequence, long intervalNanos, List<Entry> entries) {
    /**
     * Reads of one value.
     *
     * @param key the value's key
     * @param owner partition that held the value at the last read
     * @param reads how often this node read it in the interval
     * @param bytes size of its block
     * @param local whether the reads were local: the owner answers a request to watch, in every report while it lasts and with
     *     zero reads where there were none
     */
    public record Entry(long key, int owner, int reads, int bytes, boolean local) {}

    /** Copies the entries. */
    public AccessReport {
        entries = List.copyOf(entries);
    }
}
