package io.pragh.coordinator.failover;

import static io.pragh.core.cluster.ClusterView.NOBODY;

import io.pragh.core.cluster.ClusterView;
import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * Decides which node serves which partition. It never moves a partition away from a living node, for its data has to
 * move first, by a handover between the nodes; partitions without a node and those of dead nodes go to the node with
 * the fewest, the smaller number among equals. Stateless.
 */
public final class HomeReassignment {
    private HomeReassignment() {}

    /** Deals all partitions out in turn, for a new graph. */
    public static int[] deal(int partitions, SortedSet<Integer> nodes) {
        Integer[] inOrder = nodes.toArray(new Integer[0]);
        int[] nodeOfPartition = new int[partitions];
        Arrays.setAll(nodeOfPartition, p -> inOrder.length == 0 ? NOBODY : inOrder[p % inOrder.length]);
        return nodeOfPartition;
    }

    /** Assigns the partitions of a graph once its members are these nodes. */
    public static int[] reassign(int[] nodeOfPartition, SortedSet<Integer> nodes) {
        Map<Integer, Integer> loadOf = new TreeMap<>();
        nodes.forEach(n -> loadOf.put(n, 0));
        for (int node : nodeOfPartition) {
            loadOf.computeIfPresent(node, (n, load) -> load + 1);
        }
        int[] next = nodeOfPartition.clone();
        for (int p = 0; p < next.length; p++) {
            if (!nodes.contains(next[p])) {
                next[p] = leastLoaded(loadOf);
                loadOf.computeIfPresent(next[p], (n, load) -> load + 1);
            }
        }
        return next;
    }

    /**
     * Assigns the partitions of a graph whose members have data folders, once its members are these: partitions of a
     * lost node wait for a member that has restored them from its folder.
     *
     * @param folders the number of the folder that keeps each partition; 0: not known
     */
    public static int[] byFolders(
            int[] nodeOfPartition, long[] folders, SortedMap<Integer, ClusterView.Member> members) {
        int[] next = nodeOfPartition.clone();
        for (int p = 0; p < next.length; p++) {
            if (!members.containsKey(next[p])) {
                int partition = p;
                next[p] = members.values().stream()
                        .filter(m ->
                                m.keeps().ready() && m.keeps().keeps(partition, folders[partition], members.values()))
                        .mapToInt(ClusterView.Member::node)
                        .findFirst()
                        .orElse(NOBODY);
            }
        }
        return next;
    }

    private static int leastLoaded(Map<Integer, Integer> loadOf) {
        return loadOf.entrySet().stream()
                .min(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(NOBODY);
    }
}
