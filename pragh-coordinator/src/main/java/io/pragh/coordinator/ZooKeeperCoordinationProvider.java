package io.pragh.coordinator;

import io.pragh.coordinator.zookeeper.ZooKeeperSession;
import io.pragh.core.base.PraghException;
import io.pragh.core.placement.ClusterWatch;
import io.pragh.core.placement.CoordinationKey;
import io.pragh.core.placement.CoordinationProvider;
import io.pragh.core.placement.PlacementMode;

/**
 * Joins a cluster whose members meet at an existing ZooKeeper: {@code zk:host:port[,host:port …]/graph}. With
 * {@code ?coordinator=eager} or {@code deferred} this process also stands for coordinator, for nodes that report
 * every {@code reportMillis} (10,000). A process counts as gone when it is silent for {@code sessionMillis} (10,000),
 * and, unless {@code expelRefused} is false, when its machine refuses connections. Stateless.
 */
public final class ZooKeeperCoordinationProvider implements CoordinationProvider {
    @Override
    public String scheme() {
        return "zk";
    }

    @Override
    public ClusterWatch watch(String connect, CoordinationKey key) {
        ConnectString zooKeeper = ConnectString.parse(connect)
                .allowing(
                        ConnectString.COORDINATOR,
                        ConnectString.REPORT_MILLIS,
                        ConnectString.SESSION_MILLIS,
                        ConnectString.EXPEL_REFUSED);
        if (zooKeeper.hosts().isEmpty()) {
            throw new PraghException("where is ZooKeeper? expected zk:host:port/graph: connect=" + connect);
        }
        boolean expelRefused = zooKeeper.expelRefused();
        ZooKeeperSession session = zooKeeper
                .open(zooKeeper.hosts(), ZooKeeperSession.TIMEOUT_MILLIS, key)
                .expellingRefused(expelRefused);
        return new ComposedWatch(session, zooKeeper, PlacementMode.INSTANT, key, new OpenedInOrder());
    }
}
