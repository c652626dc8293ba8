package io.pragh.coordinator;

import io.pragh.coordinator.zookeeper.EmbeddedZooKeeper;
import io.pragh.coordinator.zookeeper.ZooKeeperCoordination;
import io.pragh.core.base.PraghException;
import io.pragh.core.placement.Coordination;
import io.pragh.core.placement.CoordinationProvider;
import io.pragh.core.placement.NodeIdentity;
import io.pragh.core.placement.PlacementMode;
import java.nio.file.Path;

/**
 * Founds a cluster around a ZooKeeper inside this process: {@code embedded:graph}, or {@code embedded:port/graph} where others on
 * this machine are to find it. It coordinates as well, {@code ?coordinator=none} excepted, and ends with this node; others join by
 * {@link Coordination#connect()}. {@code data} is a directory for ZooKeeper's data, {@code reportMillis} how often nodes report,
 * {@code sessionMillis} (20,000) how long one may be silent. Stateless.
 */
public final class EmbeddedCoordinationProvider implements CoordinationProvider {
    @Override
    public String scheme() {
        return "embedded";
    }

    @Override
    public Coordination open(String connect, NodeIdentity node) {
        ConnectString embedded = ConnectString.parse(connect)
                .allowing(
                        ConnectString.COORDINATOR,
                        ConnectString.REPORT_MILLIS,
                        ConnectString.SESSION_MILLIS,
                        ConnectString.DATA);
        OpenedInOrder opened = new OpenedInOrder();
        try {
            EmbeddedZooKeeper server = opened.add(serverOf(embedded));
            ZooKeeperCoordination coordination = opened.add(ZooKeeperCoordination.join(
                    embedded.open(server.connectString(), ConnectString.SESSION_MILLIS_EMBEDDED), node));
            opened.addCoordinator(coordination.connect(), embedded, PlacementMode.EAGER);
            return new ComposedCoordination(coordination, opened);
        } catch (RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    private static EmbeddedZooKeeper serverOf(ConnectString embedded) {
        String data = embedded.options().get(ConnectString.DATA);
        int port = portOf(embedded);
        if (data != null) {
            return EmbeddedZooKeeper.start(Path.of(data), port);
        }
        return EmbeddedZooKeeper.start(port);
    }

    private static int portOf(ConnectString embedded) {
        try {
            return embedded.hosts().isEmpty() ? 0 : Integer.parseInt(embedded.hosts());
        } catch (NumberFormatException e) {
            throw new PraghException("an embedded ZooKeeper has a port and no host: port=" + embedded.hosts(), e);
        }
    }
}
