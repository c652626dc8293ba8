/**
 * Publishes the counters of nodes as Micrometer meters and for Prometheus, and their state over HTTP. Front door:
 * {@link io.pragh.tinkerpop.metrics.PraghMetrics} for applications that have a registry of their own,
 * {@link io.pragh.tinkerpop.metrics.MetricsServer} for servers. The package must never know graphs or queries: it sees
 * {@link io.pragh.core.census.NodeStatistics} alone.
 */
@NullMarked
package io.pragh.tinkerpop.metrics;

import org.jspecify.annotations.NullMarked;
