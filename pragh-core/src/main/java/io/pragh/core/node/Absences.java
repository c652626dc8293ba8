package io.pragh.core.node;

import io.pragh.core.cluster.ClusterView;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Which partitions have been lost, as a standby sees it that was not always there. One thread. */
// A partition that nobody serves may be that of a node which has died, or of one that is just being started with all
// others of a cluster: then its own process will have the folder in a moment.
final class Absences {
    private final Set<Integer> served = new HashSet<>();
    private final Map<Integer, Long> sinceNanos = new HashMap<>();

    /**
     * The partitions that nobody serves, and no member is about to: those at once that somebody has served before, all others after {@link
     * Standby#UNSEEN_NANOS}.
     */
    Set<Integer> due(ClusterView view, long nowNanos) {
        Set<Integer> due = new HashSet<>();
        for (int partition = 0; partition < view.partitions(); partition++) {
            if (view.keeperOf(partition) != ClusterView.NOBODY) {
                sinceNanos.remove(partition);
                if (view.nodeOf(partition) != ClusterView.NOBODY) {
                    served.add(partition);
                }
                continue;
            }
            long since = sinceNanos.computeIfAbsent(partition, p -> nowNanos);
            if (served.contains(partition) || nowNanos - since >= Standby.UNSEEN_NANOS) {
                due.add(partition);
            }
        }
        return due;
    }
}
