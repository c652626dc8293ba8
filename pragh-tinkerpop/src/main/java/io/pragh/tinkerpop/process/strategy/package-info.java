/**
 * Rewrites a traversal on a graph of this provider: Gremlin's steps become those of
 * {@link io.pragh.tinkerpop.process.step}, as {@code explain()} shows. The package must never read an element.
 */
@NullMarked
package io.pragh.tinkerpop.process.strategy;

import org.jspecify.annotations.NullMarked;
