/**
 * What a node has counted, and how it is, as one value for whoever shows it. Front door:
 * {@link io.pragh.core.census.NodeStatistics}.
 */
@NullMarked
package io.pragh.core.census;

import org.jspecify.annotations.NullMarked;
