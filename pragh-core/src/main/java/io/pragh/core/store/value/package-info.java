/**
 * Value blocks: their drawing, and their allocation from free memory. Front door:
 * {@link io.pragh.core.store.value.ValueHeader}, which any node may read, and
 * {@link io.pragh.core.store.value.BlockAllocator}, which only the owner uses. The package must never know which key
 * has which address.
 */
@NullMarked
package io.pragh.core.store.value;

import org.jspecify.annotations.NullMarked;
