package io.pragh.tinkerpop.metrics;

import io.pragh.core.census.NodeStatistics;
import java.util.List;

/**
 * The status of one process, which {@code GET /status} returns as JSON. Immutable.
 *
 * @param pid number of the process
 * @param uptimeMillis how long it has run
 * @param heapUsed bytes of its heap in use, garbage included
 * @param heapMax bound on the bytes of its heap
 * @param nodes the nodes in it
 */
public record ProcessStatus(long pid, long uptimeMillis, long heapUsed, long heapMax, List<NodeStatistics> nodes) {}
