package io.pragh.core.placement;

import io.pragh.core.base.PraghException;
import io.pragh.core.cluster.Membership;
import java.util.Iterator;
import java.util.ServiceLoader;

/**
 * A planner that runs in this process, for nodes that are all of this process and need no coordination service between them. Any thread.
 */
public interface Planning extends AutoCloseable {
    /**
     * Starts one, by the provider on the class path.
     *
     * @param mode how it plans; a planned one
     * @param reportNanos how often nodes report when nothing is urgent
     * @param membership who the nodes are
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

    /** A node's way to the planner and back. */
    PlacementExchange exchange(int node);

    /** Plans no more. */
    @Override
    void close();
}
