/**
 * A node's share of the data, and what an owner does where values lie: it builds the blocks that updates publish. Front door:
 * {@link io.pragh.core.store.StoreNode}. It must never know how a home serializes the updates of its keys, nor who reads, nor who decides
 * where values lie.
 */
@NullMarked
package io.pragh.core.store;

import org.jspecify.annotations.NullMarked;
