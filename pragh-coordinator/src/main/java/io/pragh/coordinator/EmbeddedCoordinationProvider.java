package io.pragh.coordinator;

import io.pragh.coordinator.zookeeper.EmbeddedZooKeeper;
import io.pragh.coordinator.zookeeper.Ensemble;
import io.pragh.coordinator.zookeeper.ZooKeeperSession;
import io.pragh.core.base.PraghException;
import io.pragh.core.placement.ClusterWatch;
import io.pragh.core.placement.Coordination;
import io.pragh.core.placement.CoordinationKey;
import io.pragh.core.placement.CoordinationProvider;
import io.pragh.core.placement.PlacementMode;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Founds a cluster around a ZooKeeper inside this process: {@code embedded:graph}, or {@code embedded:port/graph} if
 * other processes on this machine are to find it. This process stands for coordinator as well, except with
 * {@code ?coordinator=none}, and ZooKeeper ends with this node; other nodes join by {@link Coordination#connect()}.
 * With {@code ensemble}, {@code client:quorum:election} for each server, it is one of several processes' servers,
 * which answer as long as most of them run. {@code data} is a directory for ZooKeeper's data, {@code reportMillis}
 * the interval of nodes' reports, {@code sessionMillis} (20,000) the time after which a silent node counts as gone.
 * Stateless.
 */
public final class EmbeddedCoordinationProvider implements CoordinationProvider {
    /** The other processes of an ensemble may start a while later. */
    private static final int ENSEMBLE_PATIENCE_MILLIS = 120_000;

    @Override
    public String scheme() {
        return "embedded";
    }

    @Override
    public ClusterWatch watch(String connect, CoordinationKey key) {
        ConnectString embedded = ConnectString.parse(connect)
                .allowing(
                        ConnectString.COORDINATOR,
                        ConnectString.REPORT_MILLIS,
                        ConnectString.SESSION_MILLIS,
                        ConnectString.EXPEL_REFUSED,
                        ConnectString.DATA,
                        ConnectString.ENSEMBLE);
        boolean expelRefused = embedded.expelRefused();
        String peers = embedded.options().get(ConnectString.ENSEMBLE);
        Ensemble ensemble = peers == null ? null : Ensemble.parse(peers);
        OpenedInOrder opened = new OpenedInOrder();
        try {
            EmbeddedZooKeeper server = opened.add(serverOf(embedded, ensemble));
            int millis = embedded.sessionMillis(ConnectString.SESSION_MILLIS_EMBEDDED);
            ZooKeeperSession session = ensemble == null
                    ? ZooKeeperSession.open(server.connectString(), embedded.graph(), millis, key)
                    : ZooKeeperSession.open(
                            ensemble.connectString(), embedded.graph(), millis, key, ENSEMBLE_PATIENCE_MILLIS);
            return new ComposedWatch(
                    session.expellingRefused(expelRefused), embedded, PlacementMode.EAGER, key, opened);
        } catch (RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    private static EmbeddedZooKeeper serverOf(ConnectString embedded, @Nullable Ensemble ensemble) {
        String data = embedded.options().get(ConnectString.DATA);
        int port = portOf(embedded);
        if (ensemble != null) {
            return EmbeddedZooKeeper.startPeer(ensemble, port, data == null ? null : Path.of(data));
        }
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
