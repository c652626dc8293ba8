/**
 * A node's share of the data and the updates that change it. Front door: {@link io.pragh.core.store.StoreNode}. A home serializes
 * the updates of its keys; an owner builds new blocks where values lie; both may be this node. It must never know who reads, nor who
 * decides where values lie.
 */
@NullMarked
package io.pragh.core.store;

import org.jspecify.annotations.NullMarked;
