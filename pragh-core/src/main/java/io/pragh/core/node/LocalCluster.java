package io.pragh.core.node;

import io.pragh.core.api.ValueOperation;
import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.Membership;
import io.pragh.core.cluster.StaticMembership;
import io.pragh.core.engine.TaskEngine;
import io.pragh.core.fabric.local.LatencyModel;
import io.pragh.core.fabric.local.LocalNetwork;
import io.pragh.core.placement.PlacementExchange;
import io.pragh.core.placement.Planning;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Several nodes in one process over the local fabric, and the workers that serve them: worker {@code w} serves every
 * node whose place in the list is {@code w} modulo the number of workers. For embedded use, benchmarks and tests. Any
 * thread.
 */
public final class LocalCluster implements AutoCloseable {
    private final LocalNetwork network;
    private final List<PraghNode> nodes = new ArrayList<>();
    private final List<Membership> memberships = new ArrayList<>();
    private final Set<Integer> crashed = ConcurrentHashMap.newKeySet();
    private final TaskEngine engine;
    /** The planner for the nodes in this process, which ends before they do. */
    private @Nullable Planning planning;

    /**
     * The parameters of one node.
     *
     * @param node its number
     * @param membership the members of the cluster
     * @param exchange the connection to the coordinator, or null when there is none
     */
    public record Seat(
            int node, Membership membership, @Nullable PlacementExchange exchange) {}

    /** Seats of nodes 0 to nodes-1 with a common static membership and without a coordinator. */
    public static List<Seat> staticSeats(int nodes, int partitions) {
        StaticMembership membership = new StaticMembership(ClusterView.inTurn(nodes, partitions));
        List<Seat> seats = new ArrayList<>();
        for (int n = 0; n < nodes; n++) {
            seats.add(new Seat(n, membership, null));
        }
        return seats;
    }

    /**
     * Starts a node for every seat, and {@code workers} workers; the exception of a failing task goes to
     * {@code whenTaskFails}.
     */
    public LocalCluster(
            List<Seat> seats,
            NodeConfig config,
            LatencyModel latency,
            List<ValueOperation> operations,
            int workers,
            Consumer<Throwable> whenTaskFails) {
        this.network = new LocalNetwork(latency, Clock.SYSTEM);
        for (Seat seat : seats) {
            memberships.add(seat.membership());
            nodes.add(new PraghNode(
                    network.join(seat.node()), seat.membership(), seat.exchange(), config, operations, Clock.SYSTEM));
        }
        this.engine = new TaskEngine("pragh-worker", workers, whenTaskFails);
        for (int n = 0; n < nodes.size(); n++) {
            engine.addService(workerOf(n), nodes.get(n).parts::serve);
        }
    }

    /**
     * Nodes 0 to nodes-1 for embedded use, on a network without latency. If there are several and the configuration's
     * placement is a planned one, a planner in this process decides which values move between them.
     */
    public static LocalCluster embedded(
            int nodes,
            int partitions,
            NodeConfig config,
            List<ValueOperation> operations,
            int workers,
            Consumer<Throwable> whenTaskFails) {
        List<Seat> seats = nodes == 1
                ? List.of(new Seat(0, StaticMembership.alone(partitions), null))
                : staticSeats(nodes, partitions);
        if (nodes == 1 || !config.placement().isPlanned()) {
            return new LocalCluster(seats, config, LatencyModel.NONE, operations, workers, whenTaskFails);
        }
        Planning planning = Planning.start(
                config.placement(),
                config.monitor().reportIntervalNanos(),
                seats.get(0).membership());
        boolean done = false;
        try {
            List<Seat> planned = seats.stream()
                    .map(s -> new Seat(s.node(), s.membership(), planning.exchange(s.node())))
                    .toList();
            LocalCluster cluster =
                    new LocalCluster(planned, config, LatencyModel.NONE, operations, workers, whenTaskFails);
            cluster.planning = planning;
            done = true;
            return cluster;
        } finally {
            if (!done) {
                planning.close();
            }
        }
    }

    /** The nodes in the order of their seats. */
    public List<PraghNode> nodes() {
        return List.copyOf(nodes);
    }

    /** A node by its position in the list of seats. */
    public PraghNode node(int place) {
        return nodes.get(place);
    }

    /** The position of the node that is the home of a key. */
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

    /** The worker that serves a node, by the node's position. */
    public int workerOf(int place) {
        return place % engine.workers();
    }

    /** Runs tasks on the workers. */
    public TaskEngine engine() {
        return engine;
    }

    /** The network, for tests that cut links or kill nodes. */
    public LocalNetwork network() {
        return network;
    }

    /** Whether a node has not crashed. */
    public boolean isAlive(int place) {
        return !crashed.contains(place);
    }

    /**
     * Simulates the crash of a node: other nodes cannot reach it, its memory is lost, and its partitions go to the
     * survivors, each to the one with the fewest. Its sessions must not be used any more. Only for nodes that share a
     * {@link StaticMembership}.
     */
    public void crash(int place) {
        PraghNode node = nodes.get(place);
        if (!(memberships.get(place) instanceof StaticMembership membership)) {
            throw new PraghException("only nodes of a static membership can be made to crash: node=" + node.self());
        }
        crashed.add(place);
        network.kill(node.self());
        node.close();
        membership.change(without(membership.view(), node.self()));
    }

    /** The view without a member; each of its partitions goes to the remaining member with the fewest. */
    static ClusterView without(ClusterView view, int gone) {
        List<ClusterView.Member> members =
                view.members().stream().filter(m -> m.node() != gone).toList();
        int[] nodeOf = IntStream.range(0, view.partitions()).map(view::nodeOf).toArray();
        for (int p = 0; p < nodeOf.length && !members.isEmpty(); p++) {
            if (nodeOf[p] == gone) {
                nodeOf[p] = members.stream()
                        .mapToInt(ClusterView.Member::node)
                        .boxed()
                        .min(Comparator.comparingLong(
                                n -> Arrays.stream(nodeOf).filter(o -> o == n).count()))
                        .orElseThrow();
            }
        }
        return view.reassigned(members, nodeOf);
    }

    @Override
    public void close() {
        if (planning != null) {
            planning.close();
        }
        engine.close();
        closeNodes(0);
    }

    /** Closes all nodes, also when one of them has failed, which throws when it is closed. */
    private void closeNodes(int from) {
        if (from < nodes.size()) {
            try {
                if (isAlive(from)) {
                    nodes.get(from).close();
                }
            } finally {
                closeNodes(from + 1);
            }
        }
    }
}
