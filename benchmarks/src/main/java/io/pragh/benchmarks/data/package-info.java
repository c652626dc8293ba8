/**
 * What benchmarks run on: seeded graphs, seeded choices of where queries start, and a plain graph to compare with. The
 * package exists so that every benchmark, on every machine and in every process, sees the same workload for the same
 * seed. Front door: {@link io.pragh.benchmarks.data.RmatEdges}, {@link io.pragh.benchmarks.data.StartScope} with
 * {@link io.pragh.benchmarks.data.ZipfSampler}, {@link io.pragh.benchmarks.data.CsrGraph}. It must never know the
 * database under test beyond {@code core.bulk}, nor read a clock.
 */
@NullMarked
package io.pragh.benchmarks.data;

import org.jspecify.annotations.NullMarked;
