/**
 * Gremlin's steps with batched reads: each step gathers traversers, reads the elements that they need in one batch, and
 * passes the traversers on one by one; {@code io} loads a file as all loads do.
 * {@link io.pragh.tinkerpop.process.strategy} puts the steps into traversals. The package must never know where values
 * lie.
 */
@NullMarked
package io.pragh.tinkerpop.process.step;

import org.jspecify.annotations.NullMarked;
