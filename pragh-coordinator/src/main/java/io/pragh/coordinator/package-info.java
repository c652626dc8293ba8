/**
 * Decides where values should live and who serves a share that lost its member: reports in, plans out. Front door: {@link
 * io.pragh.coordinator.Coordinator}, {@link io.pragh.coordinator.EmbeddedCoordination} and, found through {@link
 * java.util.ServiceLoader}, the providers of the schemes {@code zk:} and {@code embedded:}. It never sees a stored value, and only
 * its {@code zookeeper} package knows how members find each other.
 */
@NullMarked
package io.pragh.coordinator;

import org.jspecify.annotations.NullMarked;
