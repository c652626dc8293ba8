/**
 * From "a member is gone" to "its share is served": who takes over which partition. Front door: {@link
 * io.pragh.coordinator.failover.HomeReassignment}. Pure decisions; it must never know how members are found dead or how data is
 * restored.
 */
@NullMarked
package io.pragh.coordinator.failover;

import org.jspecify.annotations.NullMarked;
