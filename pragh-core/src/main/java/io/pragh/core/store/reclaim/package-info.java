/**
 * Decides when the memory of a retired block may be used again: when a lease and its margin have passed since this
 * partition saw the block retired, so that no cached address is younger, and no pinned reader of this node began
 * before. Front door: {@link io.pragh.core.store.reclaim.Reclaimer}. Other nodes retire one-sided, each into a ring of
 * its own; the package must never know why a block was retired.
 */
@NullMarked
package io.pragh.core.store.reclaim;

import org.jspecify.annotations.NullMarked;
