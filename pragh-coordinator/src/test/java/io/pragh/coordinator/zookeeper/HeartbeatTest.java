package io.pragh.coordinator.zookeeper;

import static io.pragh.coordinator.zookeeper.TestCluster.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.Clock;
import io.pragh.core.placement.CoordinationKey;
import io.pragh.core.placement.NodeIdentity;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that a member knows by the answers alone whether ZooKeeper hears it, also when no event says that the
 * connection is lost.
 */
class HeartbeatTest {
    /** While it leaps, each look at this clock is a minute after the one before, so that no answer comes in time. */
    private static final class LeapingClock implements Clock {
        private final AtomicLong leaptNanos = new AtomicLong();
        private volatile boolean leaps;

        @Override
        public long nanos() {
            long more = leaps ? TimeUnit.MINUTES.toNanos(1) : 0;
            return Clock.SYSTEM.nanos() + leaptNanos.addAndGet(more);
        }
    }

    @TempDir
    private Path directory;

    @Test
    void contactIsKnownByAnswersAlone() {
        LeapingClock clock = new LeapingClock();
        try (TestCluster cluster = new TestCluster(directory)) {
            ZooKeeperMembership member = ZooKeeperMembership.join(
                    clock,
                    cluster.session("g").client(),
                    new ZooKeeperPaths("g"),
                    Guard.of(CoordinationKey.NONE),
                    new NodeIdentity("n", "", 4, 1),
                    true);
            eventually(() -> assertTrue(member.connected()));
            clock.leaps = true;
            for (int i = 0; i < 10; i++) {
                assertFalse(member.connected());
            }
            clock.leaps = false;
            eventually(() -> assertTrue(member.connected()));
            member.close();
        }
    }

    @Test
    void anAnswerCountsFromTheQuestionAndOnlyWhereTheZnodeIsThere() throws Exception {
        AtomicLong now = new AtomicLong();
        try (TestCluster cluster = new TestCluster(directory)) {
            CuratorFramework client = cluster.session("g").client();
            Heartbeat missing = new Heartbeat(now::get, client, "/missing");
            Heartbeat there = new Heartbeat(now::get, client, "/zookeeper");
            now.set(1_000);
            missing.ask();
            there.ask();
            eventually(() -> assertEquals(0, there.heardNanosAgo()));
            assertEquals(1_000, missing.heardNanosAgo(), "it was answered before");
            now.set(1_700);
            assertEquals(700, there.heardNanosAgo());
        }
    }

    @Test
    void aMemberAsksSeveralTimesWithinTheTimeForWhichItActsOnAnAnswer() {
        try (TestCluster cluster = new TestCluster(directory)) {
            Heartbeat heartbeat = new Heartbeat(() -> 0, cluster.session("g").client(), "/zookeeper");
            assertEquals(500, heartbeat.pauseMillis(), "a fifth of the usual silence");
            heartbeat.within(60_000_000_000L);
            assertEquals(2_000, heartbeat.pauseMillis(), "a tenth of the session");
            heartbeat.within(100_000_000);
            assertEquals(20, heartbeat.pauseMillis());
            heartbeat.within(1);
            assertEquals(1, heartbeat.pauseMillis());
        }
    }
}
