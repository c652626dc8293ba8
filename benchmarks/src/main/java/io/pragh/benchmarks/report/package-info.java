/**
 * Results as text: JSON for programs, tables for people, and the machine they were measured on. Front door:
 * {@link io.pragh.benchmarks.report.JsonText} and {@link io.pragh.benchmarks.report.TextTable}. It must never know what was measured.
 */
@NullMarked
package io.pragh.benchmarks.report;

import org.jspecify.annotations.NullMarked;
