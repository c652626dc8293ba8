/**
 * Gremlin's steps, reading many elements together: each gathers some traversers, reads what all of them need in one batch, and passes
 * them on one by one. Put into traversals by {@link io.pragh.tinkerpop.process.strategy}. It must never know where values lie.
 */
@NullMarked
package io.pragh.tinkerpop.process.step;

import org.jspecify.annotations.NullMarked;
