package io.pragh.coordinator.zookeeper;

import static io.pragh.coordinator.zookeeper.TestCluster.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.Clock;
import io.pragh.core.placement.CoordinationKey;
import io.pragh.core.placement.NodeIdentity;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that a member goes on after an error, as that of a heap that is full for a moment: its session lives on, so no
 * other node would take its place.
 */
class MembershipErrorsTest {
    /** Has no memory in one step of the membership's thread. */
    private static final class FailingClock implements Clock {
        private final AtomicInteger failures = new AtomicInteger();
        private volatile String step = "";

        @Override
        public long nanos() {
            String failing = step;
            if (!failing.isEmpty()
                    && StackWalker.getInstance()
                            .walk(frames ->
                                    frames.anyMatch(f -> f.getMethodName().equals(failing)))) {
                failures.incrementAndGet();
                throw new OutOfMemoryError("a test's limit");
            }
            return Clock.SYSTEM.nanos();
        }
    }

    @TempDir
    private Path directory;

    private final FailingClock clock = new FailingClock();
    private TestCluster cluster;

    @BeforeEach
    void start() {
        cluster = new TestCluster(directory);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private ZooKeeperMembership join() {
        return ZooKeeperMembership.join(
                clock,
                cluster.session("g").client(),
                new ZooKeeperPaths("g"),
                Guard.of(CoordinationKey.NONE),
                new NodeIdentity("n", "", 4, 1),
                true);
    }

    @Test
    void aMemberGoesOnAsking() {
        try (ZooKeeperMembership member = join()) {
            clock.step = "ask";
            eventually(() -> assertTrue(clock.failures.get() > 0));
            clock.step = "";
            long failedNanos = Clock.SYSTEM.nanos();
            eventually(() -> assertTrue(member.confirmedNanosAgo() < Clock.SYSTEM.nanos() - failedNanos));
        }
    }

    @Test
    void aMemberGoesOnLookingAtTheCluster() {
        try (ZooKeeperMembership member = join()) {
            clock.step = "refresh";
            cluster.join("g", 4, 1);
            eventually(() -> assertTrue(clock.failures.get() > 2, "more often than something has changed"));
            clock.step = "";
            eventually(() -> assertEquals(2, member.view().members().size()));
        }
    }
}
