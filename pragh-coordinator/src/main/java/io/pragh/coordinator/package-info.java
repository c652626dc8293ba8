/**
 * The coordinator: turns reports into plans, and decides which member serves the partitions of a lost one. Front door:
 * {@link io.pragh.coordinator.Coordinator}, {@link io.pragh.coordinator.EmbeddedCoordination} and, found through
 * {@link java.util.ServiceLoader}, the providers of the schemes {@code zk:} and {@code embedded:}. The package never
 * sees a stored value, and only its {@code zookeeper} package knows how members find each other.
 */
@NullMarked
package io.pragh.coordinator;

import org.jspecify.annotations.NullMarked;
