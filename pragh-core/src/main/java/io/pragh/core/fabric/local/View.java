package io.pragh.core.fabric.local;

import java.util.Map;
import java.util.Set;

/**
 * All that one node may do at this moment, worked out ahead: whoever changes anything in the network gives every node a new view,
 * so that an operation finds its answer in one array. Immutable.
 */
final class View {
    private final boolean present;
    private final Route[] routes;
    private final Map<Integer, LocalFabric> receivers;
    private final Set<Integer> refused;

    /** A view that owns its arguments: nobody changes them any more. */
    View(boolean present, Route[] routes, Map<Integer, LocalFabric> receivers, Set<Integer> refused) {
        this.present = present;
        this.routes = routes;
        this.receivers = receivers;
        this.refused = refused;
    }

    /** Whether the node takes part: neither crashed nor closed. */
    boolean present() {
        return present;
    }

    /** What lies behind a partition number, whatever the number. */
    Route route(int partition) {
        return partition >= 0 && partition < routes.length ? routes[partition] : Route.NOWHERE;
    }

    /** The nodes that take this node's messages, by number. */
    Map<Integer, LocalFabric> receivers() {
        return receivers;
    }

    /** Senders whose messages this node drops. */
    Set<Integer> refused() {
        return refused;
    }
}
