package io.pragh.core.node;

import io.pragh.core.api.ValueOperation;
import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.core.base.Safeguards;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.Membership;
import io.pragh.core.engine.TaskEngine;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.FabricProvider;
import io.pragh.core.fabric.FabricSeat;
import io.pragh.core.placement.Coordination;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * One node of a cluster of processes: its seat at the coordination service, its fabric, its share of the data, and a worker that serves
 * it. Ends with {@link #close}; what it held is lost then, and its partitions go to the others. Any thread.
 */
public final class ClusterNode implements AutoCloseable {
    private static final long LOOK_NANOS = 5_000_000;

    /** What was opened, in this order; closed in the other. */
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    private final Coordination coordination;
    private final PraghNode node;

    private ClusterNode(
            ClusterSeat seat, NodeConfig config, List<ValueOperation> operations, Consumer<Throwable> whenTaskFails) {
        coordination = open(Coordination.open(seat.coordination(), seat.identity()));
        boolean done = false;
        try {
            Membership membership = coordination.membership();
            Fabric fabric = FabricProvider.openFabric(new FabricSeat(
                    seat.graph(),
                    coordination.self(),
                    membership.view().epoch(),
                    seat.fabric(),
                    seat.fabricSettings()));
            opened.push(fabric);
            coordination.announce(fabric.address());
            awaitFounders(membership, seat, coordination.self());
            node = new PraghNode(
                    fabric, membership, coordination.exchange(), config, operations, Clock.SYSTEM, Safeguards.ALL);
            opened.pop(); // from here on the node closes its fabric
            open(node);
            TaskEngine engine = open(new TaskEngine("pragh-worker-" + node.self(), 1, whenTaskFails));
            engine.addService(0, node::serve);
            done = true;
        } finally {
            if (!done) {
                close();
            }
        }
    }

    /**
     * Becomes a node; returns when all founders are there and know each other. Throws {@link PraghException} with one clear sentence when
     * the coordination service is out of reach, the fabric cannot be opened, the graph has another number of partitions, the founders do
     * not come in time, or the graph is complete without this node; nothing is left behind then.
     *
     * @param operations what updates can do: the same at all nodes
     */
    public static ClusterNode join(
            ClusterSeat seat, NodeConfig config, List<ValueOperation> operations, Consumer<Throwable> whenTaskFails) {
        return new ClusterNode(seat, config, operations, whenTaskFails);
    }

    private <T extends AutoCloseable> T open(T part) {
        opened.push(part);
        return part;
    }

    private static void awaitFounders(Membership membership, ClusterSeat seat, int self) {
        long began = Clock.SYSTEM.nanos();
        while (!isComplete(membership.view())) {
            if (Clock.SYSTEM.nanos() - began > seat.patienceNanos()) {
                throw new PraghException(
                        "the cluster did not come together in time; are all founders running? node=" + self
                                + " founders=" + seat.founders() + " here="
                                + membership.view().members());
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        if (membership.view().partitionsOf(self).length == 0) {
            // a node without a partition has no place to say which snapshots are open on it
            throw new PraghException("all partitions of the graph are other nodes'; start it with more founders: node="
                    + self + " view=" + membership.view());
        }
    }

    /** Whether every partition has a node, and every such node an address. */
    private static boolean isComplete(ClusterView view) {
        for (int partition = 0; partition < view.partitions(); partition++) {
            if (view.nodeOf(partition) == ClusterView.NOBODY) {
                return false;
            }
        }
        return view.members().stream().noneMatch(m -> m.address().isEmpty());
    }

    /** The node. */
    public PraghNode node() {
        return node;
    }

    /** What another process gives to {@link ClusterSeat} to meet this one. */
    public String connect() {
        return coordination.connect();
    }

    @Override
    public void close() {
        PraghException failure = null;
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception failed) {
                if (failure == null) {
                    failure = new PraghException(
                            "a part of the node did not end in order: " + failed.getMessage(), failed);
                } else {
                    failure.addSuppressed(failed);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
