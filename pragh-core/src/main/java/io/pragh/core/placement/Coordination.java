package io.pragh.core.placement;

import io.pragh.core.base.PraghException;
import io.pragh.core.cluster.KeptShare;
import io.pragh.core.cluster.Membership;
import java.util.ServiceLoader;
import java.util.TreeMap;

/**
 * A node's seat in a cluster: its number, the cluster's members, and the way to the coordinator and back. Opened by
 * joining, closed by leaving; membership and exchange are closed with it. Any thread.
 */
public interface Coordination extends AutoCloseable {
    /**
     * Joins the cluster that a connect string names, through the provider of its scheme: the part before the first
     * colon. Returns once this node is in the view. Partitions may still be without a node then, while a new graph
     * waits for its founders.
     */
    static Coordination open(String connect, NodeIdentity node) {
        return open(connect, node, CoordinationKey.NONE);
    }

    /**
     * As {@link #open(String, NodeIdentity)}, for a cluster whose members protect their data at the service with a
     * key.
     */
    static Coordination open(String connect, NodeIdentity node, CoordinationKey key) {
        return watch(connect, key).join(node);
    }

    /** Connects to the coordination service without joining: to see the members, and to join later. */
    static ClusterWatch watch(String connect, CoordinationKey key) {
        int colon = connect.indexOf(':');
        if (colon < 1) {
            throw new PraghException("a connect string starts with a scheme and a colon: connect=" + connect);
        }
        String scheme = connect.substring(0, colon);
        TreeMap<String, CoordinationProvider> providers = new TreeMap<>();
        for (CoordinationProvider provider : ServiceLoader.load(CoordinationProvider.class)) {
            providers.put(provider.scheme(), provider);
        }
        CoordinationProvider provider = providers.get(scheme);
        if (provider == null) {
            throw new PraghException(
                    "nobody on the class path coordinates by this scheme; is pragh-coordinator missing? scheme="
                            + scheme + " known=" + providers.keySet());
        }
        return provider.watch(connect, key);
    }

    /** This node's number: given out once, and never again after the node has left. */
    int self();

    /** The connect string with which another node {@linkplain #open joins} the same cluster. */
    String connect();

    /** The members of the cluster. */
    Membership membership();

    /** Sends reports and receives plans. */
    PlacementExchange exchange();

    /**
     * Announces the address of this node's fabric, if it is known only after the node has its number; a later view
     * contains it.
     */
    void announce(String address);

    /**
     * Announces the address at which clients reach this node, {@code host:port}; a later view contains it. Empty if
     * clients no longer reach it.
     */
    void announceServer(String server);

    /**
     * Number of the graph as its members have agreed on it, or {@link NodeIdentity#NOT_KEPT}. Waits for the
     * coordination service.
     */
    long graph();

    /**
     * Announces that this node has restored the partitions in its data folder; a later view has the node serve them.
     */
    void announceKept(KeptShare keeps);

    /** Whether this process stands for coordinator, and whether it leads now. */
    default CoordinatorRole coordinator() {
        return CoordinatorRole.NONE;
    }

    @Override
    void close();
}
