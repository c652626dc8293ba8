/**
 * Changes of the product's source, kept as text, and copies of the product that have them. The tests must notice each
 * slip in {@code src/test/mutants}, which is made on demand in a process of its own, and each missing rule in {@code
 * src/test/rules}, which is taken out in every build in a class loader of its own; they must pass with the change in
 * {@code src/test/pieces}. Front doors: {@link io.pragh.mutant.MutantContract}, {@link io.pragh.mutant.RuleContract},
 * {@link io.pragh.mutant.ChangedProgram}. It knows source text, the compiler and JUnit's launcher, and nothing of the
 * product.
 */
@NullMarked
package io.pragh.mutant;

import org.jspecify.annotations.NullMarked;
