/**
 * The monitor: counts remote reads in the entries of the location cache, and local reads of watched keys, cheaply
 * enough to be always on. Front door: {@link io.pragh.core.placement.monitor.AccessMonitor}. The package must never
 * know how reports travel, which part decides on a move, or how a value is moved.
 */
@NullMarked
package io.pragh.core.placement.monitor;

import org.jspecify.annotations.NullMarked;
