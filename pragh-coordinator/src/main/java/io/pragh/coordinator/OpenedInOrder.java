package io.pragh.coordinator;

import io.pragh.coordinator.planner.PlannerConfig;
import io.pragh.coordinator.zookeeper.EmbeddedZooKeeper;
import io.pragh.coordinator.zookeeper.ZooKeeperCoordination;
import io.pragh.core.placement.CoordinationKey;
import io.pragh.core.placement.CoordinatorRole;
import io.pragh.core.placement.PlacementMode;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Resources that were opened for one purpose, closed in reverse order. One thread. */
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

    /** Starts the coordinator, if the connect string asks for one. */
    void addCoordinator(String zooKeeper, ConnectString options, PlacementMode otherwise, CoordinationKey key) {
        PlacementMode mode = options.coordinator(otherwise);
        if (mode.isPlanned()) {
            PlannerConfig planner = PlannerConfig.of(mode, options.reportNanos());
            Coordinator started = Coordinator.start(zooKeeper, CoordinatorConfig.of(planner), key);
            closings.push(started::close);
            coordinator = started;
        }
    }

    /** The role that {@link #addCoordinator} has given this process. Any thread. */
    CoordinatorRole coordinatorRole() {
        Coordinator started = coordinator;
        if (started == null) {
            return CoordinatorRole.NONE;
        }
        return started.isLeading() ? CoordinatorRole.LEADS : CoordinatorRole.STANDS_BY;
    }

    /** Closes everything once; an exception on closing one resource does not keep the others open. */
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
