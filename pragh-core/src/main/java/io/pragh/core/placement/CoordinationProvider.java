package io.pragh.core.placement;

/**
 * Opens a {@link Coordination} by connect string. Found through {@link java.util.ServiceLoader}, so that a node
 * depends on no particular coordination service. Stateless.
 */
public interface CoordinationProvider {
    /** The part of a connect string before the first colon. */
    String scheme();

    /**
     * Connects to the service, to watch a cluster or to join it; {@code connect} is the whole string, scheme
     * included. Callers use {@link Coordination#open} and {@link Coordination#watch}.
     *
     * @param key the key that all members of the cluster show to the service, and no other process has
     */
    ClusterWatch watch(String connect, CoordinationKey key);
}
