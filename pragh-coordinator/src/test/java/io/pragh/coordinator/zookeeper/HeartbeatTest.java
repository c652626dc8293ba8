package io.pragh.coordinator.zookeeper;

import static io.pragh.coordinator.zookeeper.TestCluster.eventually;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.Clock;
import io.pragh.core.placement.CoordinationKey;
import io.pragh.core.placement.NodeIdentity;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A member whose ZooKeeper does not answer in time, though nobody has told it that the connection is lost. */
class HeartbeatTest {
    /** A minute passes between any two looks at it, while it leaps: no answer comes in time. */
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
                    new NodeIdentity("n", "", 4, 1));
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
}
