/**
 * The Social Network Benchmark of the Linked Data Benchmark Council through Gremlin: its CSV files as a graph, its interactive and some of
 * its business intelligence queries as traversals, and what they cost beside TinkerGraph. The package exists so that Pragh is asked what
 * others ask as well, with answers that others gave. Front door: {@link io.pragh.benchmarks.ldbc.SnbGraph},
 * {@link io.pragh.benchmarks.ldbc.SnbQuery}, {@link io.pragh.benchmarks.ldbc.LdbcCost}. Queries are written for any Gremlin graph: they
 * must never know which one they run on.
 */
@NullMarked
package io.pragh.benchmarks.ldbc;

import org.jspecify.annotations.NullMarked;
