/**
 * The counters and the state of a node as one value, for metrics and status pages. Front door:
 * {@link io.pragh.core.census.NodeStatistics}.
 */
@NullMarked
package io.pragh.core.census;

import org.jspecify.annotations.NullMarked;
