/**
 * Benchmarks of single structures, so that a change of a hot path can be measured alone: each class asks one question,
 * which its Javadoc names with the command that answers it. The package must never know another benchmark package but
 * {@code data}.
 */
@NullMarked
package io.pragh.benchmarks.micro;

import org.jspecify.annotations.NullMarked;
