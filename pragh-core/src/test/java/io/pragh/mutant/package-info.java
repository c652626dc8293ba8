/**
 * Slips that the tests have to notice: named changes of a line or two of the product, kept as text in each module's
 * {@code src/test/mutants}, and the tool that makes each of them and runs the tests that must fail with it. Front door:
 * {@link io.pragh.mutant.MutantContract}. It knows source text, the compiler and JUnit's launcher, and nothing of the product.
 */
@NullMarked
package io.pragh.mutant;

import org.jspecify.annotations.NullMarked;
