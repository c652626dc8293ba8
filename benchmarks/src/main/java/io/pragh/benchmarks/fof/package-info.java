/**
 * The paper's traversal benchmark: two-hop queries and edge inserts against a cluster in this process, or one whose nodes are processes
 * of their own, run under several schemes and measured. The package exists so that the demo, the command line and tests drive one and
 * the same load. Front door: {@link io.pragh.benchmarks.fof.FofRun}. It must never know how results are shown.
 */
@NullMarked
package io.pragh.benchmarks.fof;

import org.jspecify.annotations.NullMarked;
