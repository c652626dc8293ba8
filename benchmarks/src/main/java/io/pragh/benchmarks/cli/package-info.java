/**
 * The commands {@code bin/pragh demo} and {@code bin/pragh bench}, separate from the measurements so that these know
 * nothing of terminals. Front door: {@link io.pragh.benchmarks.cli.BenchCommand} and
 * {@link io.pragh.benchmarks.cli.DemoCommand}, which {@code PraghCli} finds. A command parses, calls and prints; the
 * work is done elsewhere.
 */
@NullMarked
package io.pragh.benchmarks.cli;

import org.jspecify.annotations.NullMarked;
