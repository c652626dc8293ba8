package io.pragh.coordinator.exchange;

import io.pragh.core.placement.MigrationPlan;
import io.pragh.core.placement.Move;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Writes each node's part of every plan into a ring of records of the node's own: {@code <root>/<node>/<slot>}. One
 * thread, one term.
 */
// A node that sleeps through a whole ring loses plans. That is harmless: values that were not moved are reported
// again.
public final class PlanPublisher {
    /** Records by which a node may lag behind. */
    public static final int SLOTS = 16;

    private final RecordTree tree;
    private final String root;
    private final long term;
    private final Map<Integer, Long> serialOf = new HashMap<>();

    /** A publisher for one term of a coordinator; a later term must be greater. */
    public PlanPublisher(RecordTree tree, String root, long term) {
        this.tree = tree;
        this.root = root;
        this.term = term;
    }

    /**
     * Sends every node its part: one round trip per node, or more when the part is very large. Returns the records
     * written.
     */
    public int publish(MigrationPlan plan) {
        int records = 0;
        for (Map.Entry<Integer, MigrationPlan> part : split(plan).entrySet()) {
            for (MigrationPlan piece : PlanCodec.cut(part.getValue())) {
                int node = part.getKey();
                long serial = serialOf.merge(node, 1L, Long::sum);
                tree.put(
                        root + "/" + node + "/" + serial % SLOTS,
                        PlanCodec.encode(node, new PlanCodec.Sent(term, serial, piece)));
                records++;
            }
        }
        return records;
    }

    /** Removes the rings of nodes that are gone, and whatever else another process has put beside them. */
    public void retainOnly(Set<Integer> nodes) {
        Set<String> names = nodes.stream().map(String::valueOf).collect(Collectors.toSet());
        for (String name : tree.children(root)) {
            if (!names.contains(name)) {
                tree.delete(root + "/" + name);
            }
        }
        serialOf.keySet().retainAll(nodes);
    }

    /** Splits a plan into the part of each node. */
    static Map<Integer, MigrationPlan> split(MigrationPlan plan) {
        Map<Integer, List<Move>> moves = new TreeMap<>();
        Map<Integer, List<MigrationPlan.Watch>> watches = new TreeMap<>();
        for (Move move : plan.moves()) {
            moves.computeIfAbsent(move.toNode(), n -> new ArrayList<>()).add(move);
            watches.putIfAbsent(move.toNode(), new ArrayList<>());
        }
        for (MigrationPlan.Watch watch : plan.watches()) {
            watches.computeIfAbsent(watch.node(), n -> new ArrayList<>()).add(watch);
        }
        Map<Integer, MigrationPlan> parts = new TreeMap<>();
        watches.forEach((node, list) ->
                parts.put(node, new MigrationPlan(plan.number(), moves.getOrDefault(node, List.of()), list)));
        return parts;
    }
}
