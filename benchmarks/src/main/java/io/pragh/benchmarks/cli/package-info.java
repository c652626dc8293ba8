/**
 * The commands {@code bin/pragh demo} and {@code bin/pragh bench}: options in, tables and JSON out. The package exists so that what
 * is measured knows nothing of terminals. Front door: {@link io.pragh.benchmarks.cli.BenchCommand} and
 * {@link io.pragh.benchmarks.cli.DemoCommand}, found by {@code PraghCli}. A command parses, calls and prints; what it does lives
 * elsewhere.
 */
@NullMarked
package io.pragh.benchmarks.cli;

import org.jspecify.annotations.NullMarked;
