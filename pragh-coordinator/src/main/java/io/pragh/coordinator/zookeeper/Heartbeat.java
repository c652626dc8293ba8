package io.pragh.coordinator.zookeeper;

import io.pragh.core.base.Clock;
import io.pragh.core.cluster.LeasePolicy;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException.Code;

/**
 * Asks ZooKeeper again and again whether a member's znode is there, so that contact with it is known by its answers. The client's threads
 * say when a connection was lost, but not when one of them has died, of a full heap for example: the session ends all the same, and others
 * take the node's place. Any thread.
 */
// A server may answer out of what it knew some time ago, while others have expelled this member already. So it is told
// first to catch up with the leader (sync); what it finds then was so after the question.
final class Heartbeat {
    private static final int QUESTIONS_PER_SESSION = 10;
    private static final int QUESTIONS_PER_SILENCE = 5;

    private final Clock clock;
    private final CuratorFramework client;
    private final String path;
    /** As with the usual lease, until the member says otherwise: it must not begin with an old answer. */
    private volatile long silenceNanos = LeasePolicy.DEFAULT.silenceNanos();

    private volatile long heardNanos;

    /** Counts from now; a question is whether there is this path. */
    Heartbeat(Clock clock, CuratorFramework client, String path) {
        this.clock = clock;
        this.client = client;
        this.path = path;
        this.heardNanos = clock.nanos();
    }

    private long sessionMillis() {
        return client.getZookeeperClient().getLastNegotiatedSessionTimeoutMs();
    }

    /** From now on a member asks several times within so long. */
    void within(long nanos) {
        silenceNanos = nanos;
    }

    /** How long to wait before the next question. */
    long pauseMillis() {
        long silenceMillis = TimeUnit.NANOSECONDS.toMillis(silenceNanos);
        return Math.max(1, Math.min(sessionMillis() / QUESTIONS_PER_SESSION, silenceMillis / QUESTIONS_PER_SILENCE));
    }

    /** Asks, if there is a connection, and does not wait for the answer. Two round trips to ZooKeeper, the first by its leader. */
    void ask() throws Exception {
        if (!client.getZookeeperClient().isConnected()) {
            return; // it would be asked again and again until there is one, and the member knows that it is cut off
        }
        long asked = clock.nanos(); // the session was renewed no earlier
        client.sync()
                .inBackground((syncing, caughtUp) -> {
                    if (caughtUp.getResultCode() == Code.OK.intValue()) {
                        look(asked);
                    }
                })
                .forPath(path);
    }

    private void look(long asked) throws Exception {
        client.checkExists()
                .inBackground((asking, answer) -> {
                    if (answer.getResultCode() == Code.OK.intValue()) {
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

    /** How long ago the latest question was asked to which the znode was there. */
    long heardNanosAgo() {
        return clock.nanos() - heardNanos;
    }

    /** Whether a question of the last two thirds of a session was answered so: nobody is expelled for its silence who has asked one since. */
    boolean isAnswered() {
        return heardNanosAgo() < TimeUnit.MILLISECONDS.toNanos(sessionMillis()) * 2 / 3;
    }
}
