/**
 * Rewrites of traversals that run on a graph of this provider: Gremlin's steps become {@link io.pragh.tinkerpop.process.step}. Shown by
 * {@code explain()}. It must never read an element.
 */
@NullMarked
package io.pragh.tinkerpop.process.strategy;

import org.jspecify.annotations.NullMarked;
