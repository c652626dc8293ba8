package io.pragh.coordinator;

import io.pragh.coordinator.zookeeper.ZooKeeperCoordination;
import io.pragh.coordinator.zookeeper.ZooKeeperSession;
import io.pragh.core.base.PraghException;
import io.pragh.core.placement.Coordination;
import io.pragh.core.placement.CoordinationKey;
import io.pragh.core.placement.CoordinationProvider;
import io.pragh.core.placement.NodeIdentity;
import io.pragh.core.placement.PlacementMode;

/**
 * Joins a cluster whose members meet at a ZooKeeper that is there already: {@code zk:host:port[,host:port …]/graph}. With
 * {@code ?coordinator=eager} or {@code deferred} this process also stands for coordinator, for nodes that report every
 * {@code reportMillis} (10,000). A process that is silent for {@code sessionMillis} (10,000) counts as gone. Stateless.
 */
public final class ZooKeeperCoordinationProvider implements CoordinationProvider {
    @Override
    public String scheme() {
        return "zk";
    }

    @Override
    public Coordination open(String connect, NodeIdentity node, CoordinationKey key) {
        ConnectString zooKeeper = ConnectString.parse(connect)
                .allowing(ConnectString.COORDINATOR, ConnectString.REPORT_MILLIS, ConnectString.SESSION_MILLIS);
        if (zooKeeper.hosts().isEmpty()) {
            throw new PraghException("where is ZooKeeper? expected zk:host:port/graph: connect=" + connect);
        }
        OpenedInOrder opened = new OpenedInOrder();
        try {
            ZooKeeperCoordination coordination = opened.add(ZooKeeperCoordination.join(
                    zooKeeper.open(zooKeeper.hosts(), ZooKeeperSession.TIMEOUT_MILLIS, key), node));
            opened.addCoordinator(coordination.connect(), zooKeeper, PlacementMode.INSTANT, key);
            return new ComposedCoordination(coordination, opened);
        } catch (RuntimeException e) {
            opened.close();
            throw e;
        }
    }
}
