/**
 * What nodes count, as Micrometer meters and for Prometheus, and how they are, over HTTP. Front doors:
 * {@link io.pragh.tinkerpop.metrics.PraghMetrics} for applications that have a registry of their own,
 * {@link io.pragh.tinkerpop.metrics.MetricsServer} for servers. Must never know graphs or queries: it sees
 * {@link io.pragh.core.census.NodeStatistics} alone.
 */
@NullMarked
package io.pragh.tinkerpop.metrics;

import org.jspecify.annotations.NullMarked;
