/**
 * The Social Network Benchmark of the Linked Data Benchmark Council in Gremlin: its files as a graph, its interactive
 * and some of its business intelligence queries as traversals, and their cost beside TinkerGraph. Front door:
 * {@link io.pragh.benchmarks.ldbc.SnbGraph}, {@link io.pragh.benchmarks.ldbc.SnbQuery} and
 * {@link io.pragh.benchmarks.ldbc.LdbcCost}. The queries come with answers made by others, and are written for any
 * Gremlin graph: they must never know which one they run on.
 */
@NullMarked
package io.pragh.benchmarks.ldbc;

import org.jspecify.annotations.NullMarked;
