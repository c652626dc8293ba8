package io.pragh.rdma.verbs;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A pool of the queue pairs to each node that no endpoint uses at present: a connection takes milliseconds to make,
 * and an endpoint may live for less. Any thread.
 */
final class Lanes {
    /** Bound on idle lanes of one node. */
    static final int IDLE_MAX = 32;

    private static final System.Logger LOG = System.getLogger(VerbsFabric.class.getName());

    private final VerbsFabric fabric;
    private final Map<Integer, Deque<Lane>> idle = new HashMap<>();
    private boolean closed;

    Lanes(VerbsFabric fabric) {
        this.fabric = fabric;
    }

    /**
     * A lane to a reachable node, connected or about to be; null when there is no route, or no room on the device.
     */
    @Nullable
    Lane take(int node) {
        Lane known = takeIdle(node);
        while (known != null && !known.isIdle()) {
            known.close();
            known = takeIdle(node);
        }
        InetSocketAddress where = known == null ? fabric.placeOf(node) : null;
        if (where == null) {
            return known;
        }
        try {
            return new Lane(fabric, node, where);
        } catch (IOException noRoom) {
            LOG.log(System.Logger.Level.WARNING, "no RDMA connection: node={0} reason={1}", node, noRoom.getMessage());
            return null;
        }
    }

    private synchronized @Nullable Lane takeIdle(int node) {
        Deque<Lane> lanes = idle.get(node);
        return lanes == null ? null : lanes.poll();
    }

    /** Takes back a lane that an endpoint does not need any more. */
    void giveBack(Lane lane) {
        synchronized (this) {
            Deque<Lane> lanes = idle.computeIfAbsent(lane.node(), n -> new ArrayDeque<>());
            if (!closed && lane.isIdle() && lanes.size() < IDLE_MAX) {
                lanes.push(lane);
                return;
            }
        }
        lane.close();
    }

    /** Closes the lanes of a node that is out of reach. */
    void drop(int node) {
        List<Lane> dropped;
        synchronized (this) {
            dropped = new ArrayList<>(Objects.requireNonNullElseGet(idle.remove(node), ArrayDeque<Lane>::new));
        }
        dropped.forEach(Lane::close);
    }

    /** Closes all lanes. */
    void close() {
        List<Lane> dropped;
        synchronized (this) {
            closed = true;
            Stream<Lane> all = idle.values().stream().flatMap(Deque::stream);
            dropped = all.toList();
            idle.clear();
        }
        dropped.forEach(Lane::close);
    }
}
