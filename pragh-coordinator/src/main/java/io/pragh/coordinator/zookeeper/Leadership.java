package io.pragh.coordinator.zookeeper;

import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.leader.LeaderLatch;

/**
 * A candidate for coordinator; of all candidates of a graph one is elected, and the next when that one goes. While
 * ZooKeeper cannot be reached, no candidate takes itself for elected. Any thread.
 */
public final class Leadership implements AutoCloseable {
    private final CuratorFramework client;
    private final ZooKeeperPaths paths;
    private final LeaderLatch latch;

    Leadership(CuratorFramework client, ZooKeeperPaths paths) {
        this.client = client;
        this.paths = paths;
        this.latch = new LeaderLatch(client, paths.leader());
        ZooKeeperFailure.orThrow(paths.leader(), () -> {
            latch.start();
            return latch;
        });
    }

    /** Whether this candidate is elected now; that may change a moment later, which is why plans carry a term. */
    public boolean held() {
        return latch.hasLeadership();
    }

    /** Waits at most so long to be elected; true when it is. */
    public boolean await(long nanos) throws InterruptedException {
        return latch.await(nanos, TimeUnit.NANOSECONDS);
    }

    /** A number greater than that of every term before. One round trip. */
    public long nextTerm() {
        return VersionCounter.next(client, paths.term());
    }

    @Override
    public void close() {
        try {
            latch.close();
        } catch (IOException e) {
            throw new PraghException("cannot give up the candidacy: path=" + paths.leader(), e);
        }
    }
}
