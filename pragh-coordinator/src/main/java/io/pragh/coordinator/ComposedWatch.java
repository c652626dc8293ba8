package io.pragh.coordinator;

import io.pragh.coordinator.zookeeper.ViewWatch;
import io.pragh.coordinator.zookeeper.ZooKeeperCoordination;
import io.pragh.coordinator.zookeeper.ZooKeeperSession;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.placement.ClusterWatch;
import io.pragh.core.placement.Coordination;
import io.pragh.core.placement.CoordinationKey;
import io.pragh.core.placement.NodeIdentity;
import io.pragh.core.placement.PlacementMode;
import org.jspecify.annotations.Nullable;

/**
 * A session at ZooKeeper that is not a member's yet, with the server that was started for it if there is one. Any
 * thread.
 */
final class ComposedWatch implements ClusterWatch {
    private final ZooKeeperSession session;
    private final ConnectString options;
    private final PlacementMode otherwise;
    private final CoordinationKey key;
    private final OpenedInOrder opened;
    private @Nullable ViewWatch picture;
    private boolean given;

    /**
     * {@code otherwise} is the coordinator's planning mode where the options do not give one; {@code opened} is
     * closed after the session.
     */
    ComposedWatch(
            ZooKeeperSession session,
            ConnectString options,
            PlacementMode otherwise,
            CoordinationKey key,
            OpenedInOrder opened) {
        this.session = session;
        this.options = options;
        this.otherwise = otherwise;
        this.key = key;
        this.opened = opened;
    }

    @Override
    public synchronized @Nullable ClusterView view() {
        if (picture == null) {
            picture = session.watchView(); // a caller that joins at once does not need the view
        }
        return picture.view();
    }

    @Override
    public long graph() {
        return session.graph();
    }

    @Override
    public synchronized Coordination join(NodeIdentity node) {
        closePicture();
        given = true;
        boolean done = false;
        try {
            ZooKeeperCoordination coordination = opened.add(ZooKeeperCoordination.join(session, node));
            opened.addCoordinator(coordination.connect(), options, otherwise, key);
            done = true;
            return new ComposedCoordination(coordination, opened);
        } finally {
            if (!done) {
                opened.close(); // a caller that could not join closes the session
            }
        }
    }

    private void closePicture() {
        if (picture != null) {
            picture.close();
            picture = null;
        }
    }

    @Override
    public synchronized void close() {
        if (given) {
            return;
        }
        given = true;
        closePicture();
        try {
            session.close();
        } finally {
            opened.close();
        }
    }
}
