/**
 * The paper's traversal benchmark, with which the demo, the command line and the tests drive one and the same load:
 * two-hop queries and edge inserts under several schemes, against a cluster in this process or in processes of its own.
 * Front door: {@link io.pragh.benchmarks.fof.FofRun}. The package must never know how results are shown.
 */
@NullMarked
package io.pragh.benchmarks.fof;

import org.jspecify.annotations.NullMarked;
