/**
 * Value blocks: how one is drawn, and where free memory for one is found. Front door:
 * {@link io.pragh.core.store.value.ValueHeader}, which any node may read, and
 * {@link io.pragh.core.store.value.BlockAllocator}, which only the owner uses. It must never know which key has which address.
 */
@NullMarked
package io.pragh.core.store.value;

import org.jspecify.annotations.NullMarked;
