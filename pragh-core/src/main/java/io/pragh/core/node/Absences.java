package io.pragh.core.node;

import io.pragh.core.cluster.ClusterView;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Determines which partitions have been lost, for a {@link Standby} that has not watched the cluster from its
 * beginning. One thread.
 */
// A partition that no node serves may belong to a node that has died, or to one that is just being started with all
// others of a cluster; in that case its own process will have the folder in a moment.
final class Absences {
    private final Set<Integer> served = new HashSet<>();
    private final Map<Integer, Long> sinceNanos = new HashMap<>();

    /**
     * The partitions that no member serves, and none is about to. A partition that was served before is due at once,
     * any other after {@link Standby#UNSEEN_NANOS}.
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
