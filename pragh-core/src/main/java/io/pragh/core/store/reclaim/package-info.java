/**
 * When the memory of a retired block may be used again. Front door: {@link io.pragh.core.store.reclaim.Reclaimer}. A block rests
 * until a lease and its margin have passed since this partition saw it retired (nobody's cached address is younger) and until no
 * reader of this node is pinned that began before. Other nodes retire one-sided, each into a ring of its own. It must never know
 * why a block was retired.
 */
@NullMarked
package io.pragh.core.store.reclaim;

import org.jspecify.annotations.NullMarked;
