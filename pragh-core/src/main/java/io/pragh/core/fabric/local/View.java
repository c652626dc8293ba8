package io.pragh.core.fabric.local;

import java.util.Map;
import java.util.Set;

/**
 * The precomputed rights of one node in the network. Every change of the network gives every node a new view, so that
 * an operation finds its route by one array access. Immutable.
 */
final class View {
    private final boolean present;
    private final Route[] routes;
    private final Map<Integer, LocalFabric> receivers;
    private final Set<Integer> refused;

    /** A view that owns its arguments: the caller does not change them afterwards. */
    View(boolean present, Route[] routes, Map<Integer, LocalFabric> receivers, Set<Integer> refused) {
        this.present = present;
        this.routes = routes;
        this.receivers = receivers;
        this.refused = refused;
    }

    /** Whether the node takes part: it has neither crashed nor been closed. */
    boolean present() {
        return present;
    }

    /** The route to a partition number, in or out of range. */
    Route route(int partition) {
        return partition >= 0 && partition < routes.length ? routes[partition] : Route.NOWHERE;
    }

    /** The nodes that receive this node's messages, by number. */
    Map<Integer, LocalFabric> receivers() {
        return receivers;
    }

    /** The senders whose messages this node drops. */
    Set<Integer> refused() {
        return refused;
    }
}
