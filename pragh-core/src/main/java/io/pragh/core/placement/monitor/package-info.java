/**
 * Counting on the read path, cheap enough to be always on: remote reads in the location cache's own entries, local reads of watched
 * keys alone. Front door: {@link io.pragh.core.placement.monitor.AccessMonitor}. It must never know how reports travel, who decides
 * on a move, or how a value is moved.
 */
@NullMarked
package io.pragh.core.placement.monitor;

import org.jspecify.annotations.NullMarked;
