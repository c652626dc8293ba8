package io.pragh.core.placement;

import io.pragh.core.base.PraghException;
import io.pragh.core.cluster.KeptShare;
import io.pragh.core.cluster.Membership;
import java.util.ServiceLoader;
import java.util.TreeMap;

/**
 * A node's seat in a cluster: its number, who else is in, and the way to the coordinator and back. Opened by joining, closed by
 * leaving; membership and exchange are closed with it. Any thread.
 */
public interface Coordination extends AutoCloseable {
    /**
     * Joins the cluster that a connect string names, through the provider of its scheme: the part before the first colon. Returns
     * once this node is in the picture. Partitions may still be without a node then: while a new graph waits for its founders.
     */
    static Coordination open(String connect, NodeIdentity node) {
        return open(connect, node, CoordinationKey.NONE);
    }

    /** The same for a cluster whose members have a key to what the service keeps for them. */
    static Coordination open(String connect, NodeIdentity node, CoordinationKey key) {
        return watch(connect, key).join(node);
    }

    /** Reaches the service without joining: to see who is in, and to join later. */
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

    /** This node's number: handed out once, and never again after it has left. */
    int self();

    /** What another node gives to {@link #open} to join the same cluster. */
    String connect();

    /** Who is in. */
    Membership membership();

    /** Reports out, plans in. */
    PlacementExchange exchange();

    /**
     * Tells the others where this node's fabric listens, for those who learn it only after they have their number: a later picture
     * carries it.
     */
    void announce(String address);

    /** Tells the others where clients reach this node, {@code host:port}; a later picture carries it. Empty: they do not any more. */
    void announceServer(String server);

    /** Number of the graph as its members have agreed on it, or {@link NodeIdentity#NOT_KEPT}. Waits for the service. */
    long graph();

    /** Tells the others that this node has restored what its data folder holds: a later picture has it serve that. */
    void announceKept(KeptShare keeps);

    /** Whether this process stands for coordinator, and whether it leads now. */
    default CoordinatorRole coordinator() {
        return CoordinatorRole.NONE;
    }

    @Override
    void close();
}
