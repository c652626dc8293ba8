/**
 * Gremlin's steps, reading many elements together: each gathers some traversers, reads what all of them need in one batch, and passes
 * them on one by one; and {@code io}, which loads as all loads do. Put into traversals by {@link io.pragh.tinkerpop.process.strategy}. It must never know where values lie.
 */
@NullMarked
package io.pragh.tinkerpop.process.step;

import org.jspecify.annotations.NullMarked;
