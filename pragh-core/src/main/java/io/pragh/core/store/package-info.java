/**
 * A node's partitions, and the work of an owner: it builds the blocks that updates publish. Front door:
 * {@link io.pragh.core.store.StoreNode}. The package must never know how a home orders the updates of its keys, which
 * node reads, or how the owner of a value is chosen.
 */
@NullMarked
package io.pragh.core.store;

import org.jspecify.annotations.NullMarked;
