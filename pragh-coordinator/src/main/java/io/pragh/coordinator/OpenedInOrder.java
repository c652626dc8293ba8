package io.pragh.coordinator;

import io.pragh.coordinator.planner.PlannerConfig;
import io.pragh.coordinator.zookeeper.EmbeddedZooKeeper;
import io.pragh.coordinator.zookeeper.ZooKeeperCoordination;
import io.pragh.core.placement.CoordinationKey;
import io.pragh.core.placement.CoordinatorRole;
import io.pragh.core.placement.PlacementMode;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** What has been opened for one purpose, closed in reverse. One thread. */
final class OpenedInOrder implements AutoCloseable {
    private final ArrayDeque<Runnable> closings = new ArrayDeque<>();
    private volatile @Nullable Coordinator coordinator;

    EmbeddedZooKeeper add(EmbeddedZooKeeper server) {
        closings.push(server::close);
        return server;
    }

    ZooKeeperCoordination add(ZooKeeperCoordination coordination) {
        closings.push(coordination::close);
        return coordination;
    }

    /** The coordinator a connect string asks for, if it does. */
    void addCoordinator(String zooKeeper, ConnectString options, PlacementMode otherwise, CoordinationKey key) {
        PlacementMode mode = options.coordinator(otherwise);
        if (mode.isPlanned()) {
            PlannerConfig planner = PlannerConfig.of(mode, options.reportNanos());
            Coordinator started = Coordinator.start(zooKeeper, CoordinatorConfig.of(planner), key);
            closings.push(started::close);
            coordinator = started;
        }
    }

    /** What {@link #addCoordinator} has made of this process. Any thread. */
    CoordinatorRole coordinatorRole() {
        Coordinator started = coordinator;
        if (started == null) {
            return CoordinatorRole.NONE;
        }
        return started.isLeading() ? CoordinatorRole.LEADS : CoordinatorRole.STANDS_BY;
    }

    /** Closes everything once; an exception of one does not keep the others open. */
    @Override
    public void close() {
        if (!closings.isEmpty()) {
            Runnable last = closings.pop();
            try {
                last.run();
            } finally {
                close();
            }
        }
    }
}
