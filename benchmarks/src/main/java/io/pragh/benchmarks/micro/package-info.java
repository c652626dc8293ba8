/**
 * One JMH class per structure, each asking one question that its Javadoc names with the command that answers it. The
 * package exists so that a change of a hot path can be measured alone. It must never know another benchmark package but
 * {@code data}.
 */
@NullMarked
package io.pragh.benchmarks.micro;

import org.jspecify.annotations.NullMarked;
