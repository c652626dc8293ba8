/**
 * Results as text: JSON for programs, tables for people, and a description of the machine. Front door:
 * {@link io.pragh.benchmarks.report.JsonText} and {@link io.pragh.benchmarks.report.TextTable}. The package must never
 * know what was measured.
 */
@NullMarked
package io.pragh.benchmarks.report;

import org.jspecify.annotations.NullMarked;
