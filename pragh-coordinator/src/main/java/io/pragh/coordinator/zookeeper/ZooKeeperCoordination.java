package io.pragh.coordinator.zookeeper;

import io.pragh.core.cluster.KeptShare;
import io.pragh.core.placement.Coordination;
import io.pragh.core.placement.NodeIdentity;

/** A member's session, membership and exchange, opened and closed together. Any thread. */
public final class ZooKeeperCoordination implements Coordination {
    private final ZooKeeperSession session;
    private final ZooKeeperMembership membership;
    private final ZooKeeperExchange exchange;

    private ZooKeeperCoordination(
            ZooKeeperSession session, ZooKeeperMembership membership, ZooKeeperExchange exchange) {
        this.session = session;
        this.membership = membership;
        this.exchange = exchange;
    }

    /** Joins over a session, which belongs to the result from now on: it is closed even if joining fails. */
    public static ZooKeeperCoordination join(ZooKeeperSession session, NodeIdentity node) {
        boolean done = false;
        try {
            ZooKeeperMembership membership = session.join(node);
            ZooKeeperCoordination coordination =
                    new ZooKeeperCoordination(session, membership, session.exchange(membership.self()));
            done = true;
            return coordination;
        } finally {
            if (!done) {
                session.close();
            }
        }
    }

    @Override
    public int self() {
        return membership.self();
    }

    @Override
    public String connect() {
        return session.connect();
    }

    @Override
    public ZooKeeperMembership membership() {
        return membership;
    }

    @Override
    public ZooKeeperExchange exchange() {
        return exchange;
    }

    @Override
    public void announce(String address) {
        membership.announce(address);
    }

    @Override
    public void announceServer(String server) {
        membership.announceServer(server);
    }

    @Override
    public long graph() {
        return membership.graph();
    }

    @Override
    public void announceKept(KeptShare keeps) {
        membership.announceKept(keeps);
    }

    @Override
    public void close() {
        exchange.close();
        membership.close();
        session.close();
    }
}
