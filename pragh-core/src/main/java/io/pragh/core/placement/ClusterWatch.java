package io.pragh.core.placement;

import io.pragh.core.cluster.ClusterView;
import org.jspecify.annotations.Nullable;

/** A view of a cluster for a process that is no member, and may join later. Any thread. */
public interface ClusterWatch extends AutoCloseable {
    /** The latest view; null until the first has arrived, or while there is no such graph. */
    @Nullable
    ClusterView view();

    /**
     * Number of the graph as its members have agreed on it, or {@link NodeIdentity#NOT_KEPT}. Waits for the
     * coordination service.
     */
    long graph();

    /**
     * Joins the cluster; returns once this node is in the view. The seat takes over the resources of this watch, and
     * closes them; they are also closed when joining fails. May be called once.
     */
    Coordination join(NodeIdentity node);

    /** Closes the watch; no effect after joining, or a second time. */
    @Override
    void close();
}
