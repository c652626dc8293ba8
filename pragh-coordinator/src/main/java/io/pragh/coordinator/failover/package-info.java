/**
 * Decides which member takes over which partition when a member is gone, by pure functions. Front door:
 * {@link io.pragh.coordinator.failover.HomeReassignment}. The package must never know how a member is found dead or how
 * data is restored.
 */
@NullMarked
package io.pragh.coordinator.failover;

import org.jspecify.annotations.NullMarked;
