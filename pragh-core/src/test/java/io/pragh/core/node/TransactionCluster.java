package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertNull;

import io.pragh.core.access.ReadOptions;
import io.pragh.core.address.GraphKey;
import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.cluster.StaticMembership;
import io.pragh.core.engine.TaskEngine;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.local.LocalNetwork;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.store.MemoryLimits;
import io.pragh.testkit.FabricNetwork;
import io.pragh.testkit.FaultPlan;
import io.pragh.testkit.FaultyFabric;
import io.pragh.testkit.FaultyNetwork;
import io.pragh.testkit.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;

/** A cluster of nodes over a faulty network, one of which may crash. Any thread. */
final class TransactionCluster implements AutoCloseable {
    static final NodeConfig CONFIG = NodeConfig.DEFAULT
            .withMemory(new MemoryLimits(1 << 20, 64L << 20, 64))
            .withCacheBytes(1 << 20)
            .withRead(new ReadOptions(true, true, 3_000_000_000L))
            .withLease(new LeasePolicy(60_000_000, 15_000_000));

    private final StaticMembership membership;
    private final List<FaultyFabric> fabrics = new ArrayList<>();
    private final List<PraghNode> nodes = new ArrayList<>();
    private final int partitions;
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final TaskEngine engine = new TaskEngine("transaction-worker", 1, failure::set);

    TransactionCluster(int count, FaultPlan plan) {
        this(new LocalNetwork()::join, count, plan, CONFIG);
    }

    /** Nodes over a network whose only faults are crashes. */
    TransactionCluster(FabricNetwork network, int count) {
        this(network::node, count, FaultPlan.none(1), CONFIG);
    }

    /**
     * Nodes over a network whose only faults are crashes; they wait for each other as long as a loaded machine needs.
     */
    static TransactionCluster patient(FabricNetwork network, int count) {
        return patient(network::node, count, FaultPlan.none(1));
    }

    /** Patient nodes over the local network, with faults. */
    static TransactionCluster patient(int count, FaultPlan plan) {
        return patient(new LocalNetwork()::join, count, plan);
    }

    private static TransactionCluster patient(IntFunction<Fabric> network, int count, FaultPlan plan) {
        NodeConfig config = CONFIG.withRead(new ReadOptions(true, true, 120_000_000_000L));
        return new TransactionCluster(network, count, plan, config);
    }

    private TransactionCluster(IntFunction<Fabric> network, int count, FaultPlan plan, NodeConfig config) {
        this.partitions = 2 * count;
        this.membership = new StaticMembership(ClusterView.inTurn(count, partitions));
        FaultyNetwork faulty = new FaultyNetwork(plan);
        for (int n = 0; n < count; n++) {
            fabrics.add(faulty.wrap(network.apply(n)));
        }
        for (FaultyFabric fabric : fabrics) {
            nodes.add(new PraghNode(fabric, membership, null, config, ListOperations.ALL, Clock.SYSTEM));
        }
    }

    int size() {
        return nodes.size();
    }

    PraghNode node(int place) {
        return nodes.get(place);
    }

    /** The generation-th list of a slot; neighbouring slots have different homes. */
    long key(int slot, int generation) {
        int number = 1 + slot / partitions + 1_000 * generation;
        return GraphKey.of(
                GraphKey.KIND_ADJACENCY, GraphKey.OUT, 1, nodes.get(0).homes().mint(slot % partitions, number));
    }

    boolean crashed(int place) {
        return fabrics.get(place).crashed();
    }

    /** Crashes a node; its partitions go to the others. */
    void crash(int place) {
        fabrics.get(place).crash();
        membership.change(LocalCluster.without(membership.view(), place));
    }

    /** The present view. */
    ClusterView view() {
        return membership.view();
    }

    List<PraghNode> alive() {
        return nodes.stream().filter(node -> !crashed(node.self())).toList();
    }

    /** Waits until no node has an operation under way; fails if a worker has failed, and audits all memory. */
    void settle(Workers workers) {
        workers.await("nothing is under way", () -> {
            alive().forEach(PraghNode::poll);
            return alive().stream()
                    .allMatch(node ->
                            node.parts.transactions.underWay() == 0 && node.recovered() && node.parts.placement.idle());
        });
        assertNull(failure.get(), "a worker failed");
        if (alive().size() == size()) {
            AuditedNodes.settle(nodes, workers);
            AuditedNodes.check(nodes);
        }
    }

    @Override
    public void close() {
        engine.close();
        for (PraghNode node : nodes) {
            try {
                node.close();
            } catch (PraghException ended) {
                if (!crashed(node.self())) {
                    throw ended;
                }
                // a crash may end its upkeep anywhere
            }
        }
    }
}
