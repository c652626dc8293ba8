package io.pragh.tinkerpop.metrics;

import io.pragh.core.census.NodeStatistics;
import java.util.List;

/**
 * How one process is: what {@code GET /status} answers, as JSON. Immutable.
 *
 * @param pid number of the process
 * @param uptimeMillis how long it has run
 * @param heapUsed bytes of its heap in use, garbage included
 * @param heapMax bytes that its heap may have
 * @param nodes the nodes in it
 */
public record ProcessStatus(long pid, long uptimeMillis, long heapUsed, long heapMax, List<NodeStatistics> nodes) {}
