package io.pragh.coordinator.zookeeper;

import io.pragh.core.base.Clock;
import io.pragh.core.cluster.LeasePolicy;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException.Code;

/**
 * Asks ZooKeeper repeatedly whether a member's znode exists, so that the answers show contact with it. The client's
 * threads report a lost connection, but not the death of one of them, for example by a full heap: the session ends
 * all the same, and other nodes take the node's place. Any thread.
 */
// A server may answer from an old state, while other members have expelled this one already. So it is told first to
// catch up with the leader (sync); the state that it finds then was current after the question.
final class Heartbeat {
    private static final int QUESTIONS_PER_SESSION = 10;
    private static final int QUESTIONS_PER_SILENCE = 5;

    private final Clock clock;
    private final CuratorFramework client;
    private final String path;
    /** As with the usual lease, until the member sets another: it must not begin with an old answer. */
    private volatile long silenceNanos = LeasePolicy.DEFAULT.silenceNanos();

    private volatile long heardNanos;

    /** Counts from now; each question is whether this path exists. */
    Heartbeat(Clock clock, CuratorFramework client, String path) {
        this.clock = clock;
        this.client = client;
        this.path = path;
        this.heardNanos = clock.nanos();
    }

    private long sessionMillis() {
        return client.getZookeeperClient().getLastNegotiatedSessionTimeoutMs();
    }

    /** Sets the time within which the member asks several times. */
    void within(long nanos) {
        silenceNanos = nanos;
    }

    /** Time until the next question. */
    long pauseMillis() {
        long silenceMillis = TimeUnit.NANOSECONDS.toMillis(silenceNanos);
        return Math.max(1, Math.min(sessionMillis() / QUESTIONS_PER_SESSION, silenceMillis / QUESTIONS_PER_SILENCE));
    }

    /**
     * Asks, if there is a connection, and does not wait for the answer. Two round trips to ZooKeeper, the first by
     * its leader.
     */
    void ask() throws Exception {
        if (!client.getZookeeperClient().isConnected()) {
            return; // Curator would retry until there is a connection, and the member knows that it is cut off
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

    /** Time since the latest question to which the answer was that the znode exists. */
    long heardNanosAgo() {
        return clock.nanos() - heardNanos;
    }

    /**
     * Whether a question of the last two thirds of a session was answered so: no member is expelled for silence that
     * has asked one since.
     */
    boolean isAnswered() {
        return heardNanosAgo() < TimeUnit.MILLISECONDS.toNanos(sessionMillis()) * 2 / 3;
    }
}
