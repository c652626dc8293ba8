package io.pragh.core.fabric.local;

import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.fabric.TrafficTally;
import io.pragh.core.memory.Region;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The network of one process: nodes join it, and tests kill them and cut the links between them. Any thread.
 *
 * <p>Operations take effect while {@code post} runs, one after another; with a latency model their completion is
 * reported later. That is one of the executions that the contract of a fabric allows, since an effect lies anywhere
 * between post and completion. It is the same in every run of a single thread, and leaves no operation in progress
 * for which a crash or a fence would have to wait.
 */
public final class LocalNetwork {
    // Posting takes no lock. Every node has an immutable View of what it may do now; a change of the network (rare)
    // makes new views under this object's lock. A batch reads its node's view once, after its endpoint has announced
    // the batch (EndpointLedger). So a thread that must know that no batch uses an older view replaces the views
    // first and then waits until every endpoint concerned has been idle once. Full fences on both sides separate
    // announcing from reading, and replacing from looking: either the batch sees the new view, or the waiting thread
    // sees the batch.

    /** The number of messages that may wait for one node; further ones are lost. */
    public static final int INBOX_MESSAGES_MAX = 1 << 16;

    private final LatencyModel latency;
    private final Clock clock;
    private final Map<Integer, LocalFabric> nodes = new TreeMap<>();
    private final @Nullable Exposure[] exposures = new Exposure[Fabric.PARTITIONS_MAX];
    private final Set<Integer> killed = new HashSet<>();
    private final Set<Integer> left = new HashSet<>();
    private final Set<Link> cuts = new HashSet<>();
    private final Set<Link> fences = new HashSet<>();

    /** The link from one node to another, in one direction. */
    private record Link(int from, int to) {}

    /** A network without latency. */
    public LocalNetwork() {
        this(LatencyModel.NONE, Clock.SYSTEM);
    }

    /** A network whose remote operations take as long as the model says, by this clock. */
    public LocalNetwork(LatencyModel latency, Clock clock) {
        this.latency = latency;
        this.clock = clock;
    }

    /** Adds a node. A number is used once: a node that comes back has a new one. */
    public synchronized LocalFabric join(int node) {
        return join(node, Region::direct);
    }

    /** The same for a node whose memory is made elsewhere, and can be exposed there afterwards. */
    public synchronized LocalFabric join(int node, LocalFabric.Memory memory) {
        if (node < 0 || nodes.containsKey(node)) {
            throw new PraghException("a node joins with a number that no node ever had: node=" + node);
        }
        LocalFabric fabric = new LocalFabric(this, node, latency, clock, memory, view(node));
        nodes.put(node, fabric);
        refreshViews();
        return fabric;
    }

    /**
     * Simulates the crash of a node: its partitions become UNREACHABLE to all nodes, operations that its endpoints
     * post from now on have no effect and end UNREACHABLE, and messages from it and to it vanish, including those
     * under way. Batches that other threads, or the node's own, execute at this moment finish, as they would had the
     * crash come a little later.
     */
    public synchronized void kill(int node) {
        member(node);
        killed.add(node);
        refreshViews();
    }

    /**
     * Cuts the link between two nodes: neither reaches the other until {@link #heal}. Messages that were sent before
     * still arrive.
     */
    public synchronized void cut(int a, int b) {
        member(a);
        member(b);
        cuts.add(new Link(a, b));
        cuts.add(new Link(b, a));
        refreshViews();
    }

    /** Mends the link between two nodes. */
    public synchronized void heal(int a, int b) {
        cuts.remove(new Link(a, b));
        cuts.remove(new Link(b, a));
        refreshViews();
    }

    void expose(int node, int partition, Region region) {
        if (partition < 0 || partition >= exposures.length) {
            throw new PraghException("no such partition: partition=" + partition);
        }
        List<LocalFabric> all;
        synchronized (this) {
            if (killed.contains(node)) {
                return;
            }
            if (left.contains(node)) {
                throw new PraghException("a closed fabric exposes nothing: node=" + node + " partition=" + partition);
            }
            exposures[partition] = new Exposure(node, region, false);
            all = refreshViews();
        }
        all.forEach(LocalFabric::awaitIdle);
    }

    void withdraw(int node, int partition) {
        List<LocalFabric> all;
        synchronized (this) {
            Exposure exposure = partition >= 0 && partition < exposures.length ? exposures[partition] : null;
            if (exposure == null || exposure.owner() != node || killed.contains(node)) {
                return;
            }
            exposures[partition] = new Exposure(node, exposure.region(), true);
            all = refreshViews();
        }
        all.forEach(LocalFabric::awaitIdle);
    }

    void fence(int by, int node) {
        if (by == node) {
            throw new PraghException("a node cannot fence itself: node=" + node);
        }
        LocalFabric fenced;
        synchronized (this) {
            if (killed.contains(by)) {
                return;
            }
            fences.add(new Link(node, by));
            refreshViews();
            fenced = nodes.get(node);
        }
        if (fenced != null) {
            fenced.awaitIdle();
        }
    }

    void leave(int node) {
        List<LocalFabric> all;
        synchronized (this) {
            left.add(node);
            all = refreshViews();
        }
        all.forEach(LocalFabric::awaitIdle);
    }

    private void member(int node) {
        if (!nodes.containsKey(node)) {
            throw new PraghException("no such node: node=" + node);
        }
    }

    /** Gives every node its present view, and returns all nodes for callers that have to wait. */
    private List<LocalFabric> refreshViews() {
        nodes.forEach((node, fabric) -> fabric.view(view(node)));
        return new ArrayList<>(nodes.values());
    }

    private View view(int node) {
        Route[] routes = new Route[exposures.length];
        for (int partition = 0; partition < routes.length; partition++) {
            routes[partition] = route(node, exposures[partition]);
        }
        Map<Integer, LocalFabric> receivers = new HashMap<>();
        Set<Integer> refused = new HashSet<>();
        nodes.forEach((other, fabric) -> {
            if (takesMessages(node, other)) {
                receivers.put(other, fabric);
            }
            if (killed.contains(other) || fences.contains(new Link(other, node))) {
                refused.add(other);
            }
        });
        return new View(present(node), routes, Map.copyOf(receivers), Set.copyOf(refused));
    }

    private Route route(int node, @Nullable Exposure exposure) {
        int owner = exposure == null ? TrafficTally.NOBODY : exposure.owner();
        boolean remote = owner != node;
        if (killed.contains(node)) {
            return new Route(null, OpStatus.UNREACHABLE, owner, remote);
        }
        if (left.contains(node)) {
            return new Route(null, OpStatus.FENCED, owner, remote);
        }
        if (exposure == null) {
            return Route.NOWHERE;
        }
        if (killed.contains(owner) || cuts.contains(new Link(node, owner))) {
            return new Route(null, OpStatus.UNREACHABLE, owner, remote);
        }
        if (exposure.withdrawn() || left.contains(owner) || fences.contains(new Link(node, owner))) {
            return new Route(null, OpStatus.FENCED, owner, remote);
        }
        return new Route(exposure.region(), OpStatus.OK, owner, remote);
    }

    private boolean takesMessages(int from, int to) {
        Link link = new Link(from, to);
        return present(from) && present(to) && !cuts.contains(link) && !fences.contains(link);
    }

    private boolean present(int node) {
        return !killed.contains(node) && !left.contains(node);
    }
}
