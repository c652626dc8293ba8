package io.pragh.core.placement;

/**
 * Opens a {@link Coordination} by connect string. Found through {@link java.util.ServiceLoader}, so that a node needs to know no
 * coordination service. Stateless.
 */
public interface CoordinationProvider {
    /** The part of a connect string before the first colon. */
    String scheme();

    /**
     * Reaches the service, to look at a cluster or to join it; {@code connect} is the whole string, scheme included. Callers use {@link
     * Coordination#open} and {@link Coordination#watch}.
     *
     * @param key what all members show the service, and nobody else has
     */
    ClusterWatch watch(String connect, CoordinationKey key);
}
