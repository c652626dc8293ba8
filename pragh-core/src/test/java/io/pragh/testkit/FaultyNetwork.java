package io.pragh.testkit;

import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.TrafficTally;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Puts {@link FaultyFabric}s around the fabrics of a network, and keeps their common state: which node exposes which
 * partition, which links are cut, which nodes have crashed. Every node must be wrapped before it exposes anything.
 * Any thread.
 */
public final class FaultyNetwork {
    private static final int NOBODY = TrafficTally.NOBODY;

    private final FaultPlan plan;
    private final Map<Integer, Integer> owners = new ConcurrentHashMap<>();
    private final Map<Integer, FaultyFabric> nodes = new ConcurrentHashMap<>();
    private final Set<Link> cuts = ConcurrentHashMap.newKeySet();

    private record Link(int from, int to) {}

    /** A network with the faults of a plan. */
    public FaultyNetwork(FaultPlan plan) {
        this.plan = plan;
    }

    /** The plan of faults. */
    public FaultPlan plan() {
        return plan;
    }

    /** The faulty view of a node. */
    public FaultyFabric wrap(Fabric node) {
        FaultyFabric faulty = new FaultyFabric(node, this);
        if (nodes.putIfAbsent(node.self(), faulty) != null) {
            throw new IllegalArgumentException("a node is wrapped once: node=" + node.self());
        }
        return faulty;
    }

    /** Cuts the link between two nodes, both ways; delayed operations and messages not yet sent are lost. */
    public void cut(int a, int b) {
        cuts.add(new Link(a, b));
        cuts.add(new Link(b, a));
    }

    /** Mends the link between two nodes. */
    public void heal(int a, int b) {
        cuts.remove(new Link(a, b));
        cuts.remove(new Link(b, a));
    }

    void exposed(int partition, int node) {
        owners.put(partition, node);
    }

    /** The node that exposes a partition, or {@link TrafficTally#NOBODY}. */
    int owner(int partition) {
        return owners.getOrDefault(partition, NOBODY);
    }

    /** Whether a node can reach the node that exposes a partition. */
    boolean reachesPartition(int node, int partition) {
        int owner = owner(partition);
        return owner == NOBODY || reachesNode(node, owner);
    }

    /** Whether a node can reach another. */
    boolean reachesNode(int node, int other) {
        FaultyFabric peer = nodes.get(other);
        return !cuts.contains(new Link(node, other)) && (peer == null || !peer.crashed());
    }

    @Override
    public String toString() {
        return "FaultyNetwork[" + plan + "]";
    }
}
