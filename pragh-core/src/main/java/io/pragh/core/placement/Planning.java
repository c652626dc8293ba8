package io.pragh.core.placement;

import io.pragh.core.base.PraghException;
import io.pragh.core.cluster.Membership;
import java.util.Iterator;
import java.util.ServiceLoader;

/**
 * A planner that runs in this process, for nodes that are all in this process and need no coordination service
 * between them. Any thread.
 */
public interface Planning extends AutoCloseable {
    /**
     * Starts a planner through the provider on the class path.
     *
     * @param mode how it plans; a planned one
     * @param reportNanos how often nodes report when nothing is urgent
     * @param membership the nodes
     */
    static Planning start(PlacementMode mode, long reportNanos, Membership membership) {
        Iterator<PlanningProvider> providers =
                ServiceLoader.load(PlanningProvider.class).iterator();
        if (!providers.hasNext()) {
            throw new PraghException("nobody on the class path plans which values move; add pragh-coordinator, or set"
                    + " placement to none or instant: placement=" + mode);
        }
        return providers.next().start(mode, reportNanos, membership);
    }

    /** The exchange between a node and the planner. */
    PlacementExchange exchange(int node);

    /** Stops planning. */
    @Override
    void close();
}
