/**
 * The inputs of benchmarks: seeded graphs, seeded choices of the vertices where queries start, and a plain graph for
 * comparison, the same for one seed on every machine and in every process. Front door:
 * {@link io.pragh.benchmarks.data.RmatEdges}, {@link io.pragh.benchmarks.data.StartScope} with
 * {@link io.pragh.benchmarks.data.ZipfSampler}, and {@link io.pragh.benchmarks.data.CsrGraph}. The package must never
 * know the database under test beyond {@code core.bulk}, nor read a clock.
 */
@NullMarked
package io.pragh.benchmarks.data;

import org.jspecify.annotations.NullMarked;
