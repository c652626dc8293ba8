/**
 * Slips and missing rules that the tests have to notice, kept as text: named changes of a line or two of the product in each module's
 * {@code src/test/mutants}, made on demand in a process of their own, and the rules of its protocols in {@code src/test/rules}, each
 * taken out in every build in a class loader of its own. Front doors: {@link io.pragh.mutant.MutantContract}, {@link
 * io.pragh.mutant.RuleContract}. It knows source text, the compiler and JUnit's launcher, and nothing of the product.
 */
@NullMarked
package io.pragh.mutant;

import org.jspecify.annotations.NullMarked;
