package io.pragh.core.node;

import io.pragh.core.api.ValueOperation;
import io.pragh.core.base.Clock;
import io.pragh.core.base.Safeguards;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.Membership;
import io.pragh.core.cluster.StaticMembership;
import io.pragh.core.engine.TaskEngine;
import io.pragh.core.fabric.local.LatencyModel;
import io.pragh.core.fabric.local.LocalNetwork;
import io.pragh.core.placement.PlacementExchange;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Several nodes in one process over the local fabric, and the workers that serve them: worker {@code w} serves every node whose
 * place in the list is {@code w} modulo the number of workers. For embedded use, measurements and tests. Any thread.
 */
public final class LocalCluster implements AutoCloseable {
    private final LocalNetwork network;
    private final List<PraghNode> nodes = new ArrayList<>();
    private final TaskEngine engine;

    /**
     * One node's way into the cluster.
     *
     * @param node its number
     * @param membership who else is in
     * @param exchange the way to the coordinator, or null when nobody plans
     */
    public record Seat(
            int node, Membership membership, @Nullable PlacementExchange exchange) {}

    /** Seats of nodes 0 to nodes-1 that share one membership which never changes by itself, and no coordinator. */
    public static List<Seat> staticSeats(int nodes, int partitions) {
        StaticMembership membership = new StaticMembership(ClusterView.inTurn(nodes, partitions));
        List<Seat> seats = new ArrayList<>();
        for (int n = 0; n < nodes; n++) {
            seats.add(new Seat(n, membership, null));
        }
        return seats;
    }

    /** Starts a node for every seat, and {@code workers} workers; a task that throws is handed to {@code whenTaskFails}. */
    public LocalCluster(
            List<Seat> seats,
            NodeConfig config,
            LatencyModel latency,
            List<ValueOperation> operations,
            int workers,
            Consumer<Throwable> whenTaskFails) {
        this.network = new LocalNetwork(latency, Clock.SYSTEM);
        for (Seat seat : seats) {
            nodes.add(new PraghNode(
                    network.join(seat.node()),
                    seat.membership(),
                    seat.exchange(),
                    config,
                    operations,
                    Clock.SYSTEM,
                    Safeguards.ALL));
        }
        this.engine = new TaskEngine("pragh-worker", workers, whenTaskFails);
        for (int n = 0; n < nodes.size(); n++) {
            engine.addService(workerOf(n), nodes.get(n)::poll);
        }
    }

    /** The nodes in the order of their seats. */
    public List<PraghNode> nodes() {
        return List.copyOf(nodes);
    }

    /** A node by its place in the list of seats. */
    public PraghNode node(int place) {
        return nodes.get(place);
    }

    /** Place of the node that is the home of a key. */
    public int placeOfHome(long key) {
        PraghNode any = nodes.get(0);
        int number = any.view().nodeOf(any.homes().home(key));
        for (int place = 0; place < nodes.size(); place++) {
            if (nodes.get(place).self() == number) {
                return place;
            }
        }
        return -1;
    }

    /** The worker that serves a node, by its place. */
    public int workerOf(int place) {
        return place % engine.workers();
    }

    /** Runs tasks on the workers. */
    public TaskEngine engine() {
        return engine;
    }

    /** The network: for tests that cut links or kill nodes. */
    public LocalNetwork network() {
        return network;
    }

    @Override
    public void close() {
        engine.close();
        nodes.forEach(PraghNode::close);
    }
}
