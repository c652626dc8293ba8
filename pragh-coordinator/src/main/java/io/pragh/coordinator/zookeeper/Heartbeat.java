package io.pragh.coordinator.zookeeper;

import io.pragh.core.base.Clock;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException.Code;

/**
 * Asks ZooKeeper again and again, so that contact with it is known by its answers. The client's threads say when a connection was lost, but
 * not when one of them has died, of a full heap for example: the session ends all the same, and others take the node's place. Any thread.
 */
final class Heartbeat {
    private static final int QUESTIONS_PER_SESSION = 10;

    private final Clock clock;
    private final CuratorFramework client;
    private final String path;
    private volatile long heardNanos;

    /** Counts from now; a question is whether there is this path, whatever the answer. */
    Heartbeat(Clock clock, CuratorFramework client, String path) {
        this.clock = clock;
        this.client = client;
        this.path = path;
        this.heardNanos = clock.nanos();
    }

    private long sessionMillis() {
        return client.getZookeeperClient().getLastNegotiatedSessionTimeoutMs();
    }

    /** How long to wait before the next question. */
    long pauseMillis() {
        return Math.max(1, sessionMillis() / QUESTIONS_PER_SESSION);
    }

    /** Asks, and does not wait for the answer. One round trip to ZooKeeper. */
    void ask() throws Exception {
        long asked = clock.nanos(); // the session was renewed no earlier
        client.checkExists()
                .inBackground((asking, answer) -> {
                    int code = answer.getResultCode();
                    if (code == Code.OK.intValue() || code == Code.NONODE.intValue()) {
                        heard(asked);
                    }
                })
                .forPath(path);
    }

    private synchronized void heard(long askedNanos) {
        if (askedNanos - heardNanos > 0) {
            heardNanos = askedNanos;
        }
    }

    /** Whether a question of the last two thirds of a session was answered: nobody can be expelled who has asked one since. */
    boolean isAnswered() {
        return clock.nanos() - heardNanos < TimeUnit.MILLISECONDS.toNanos(sessionMillis()) * 2 / 3;
    }
}
