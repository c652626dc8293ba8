package io.pragh.core.placement;

import io.pragh.core.cluster.ClusterView;
import org.jspecify.annotations.Nullable;

/** A cluster as somebody sees it who is no member, and may become one. Any thread. */
public interface ClusterWatch extends AutoCloseable {
    /** The latest picture; null until the first has arrived, or while there is no such graph. */
    @Nullable
    ClusterView view();

    /** Number of the graph as its members have agreed on it, or {@link NodeIdentity#NOT_KEPT}. Waits for the service. */
    long graph();

    /**
     * Joins; returns once this node is in the picture. The seat has all that the watch had opened, and closes it; when joining fails it is
     * closed as well. Once only.
     */
    Coordination join(NodeIdentity node);

    /** Does nothing more once it has joined, or was closed. */
    @Override
    void close();
}
