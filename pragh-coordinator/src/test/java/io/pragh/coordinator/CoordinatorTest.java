package io.pragh.coordinator;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.coordinator.planner.PlannerConfig;
import io.pragh.coordinator.zookeeper.EmbeddedZooKeeper;
import io.pragh.coordinator.zookeeper.ZooKeeperSession;
import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.core.placement.AccessReport;
import io.pragh.core.placement.Coordination;
import io.pragh.core.placement.MigrationPlan;
import io.pragh.core.placement.Move;
import io.pragh.core.placement.NodeIdentity;
import io.pragh.core.placement.PlacementMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks the way from reports to plans and back over a real ZooKeeper, also when the leader or ZooKeeper goes away.
 * There are two nodes; node n serves partitions n and n+2.
 */
class CoordinatorTest {
    private static final long REPORT_NANOS = 50_000_000L;
    private static final PlannerConfig EAGER = PlannerConfig.of(PlacementMode.EAGER, REPORT_NANOS);

    private final AtomicLong sequence = new AtomicLong();
    private final List<MigrationPlan> plansOfNode1 = new CopyOnWriteArrayList<>();

    @Test
    void reportsBecomePlansOfTheNodeConcerned() {
        try (EmbeddedCoordination cluster = EmbeddedCoordination.start("g", 2, 4, EAGER)) {
            List<MigrationPlan> plansOfNode0 = new CopyOnWriteArrayList<>();
            cluster.node(0).exchange().onPlan(plansOfNode0::add);
            cluster.node(1).exchange().onPlan(plansOfNode1::add);
            assertEquals(
                    List.of(0, 1),
                    cluster.nodes().stream().map(Coordination::self).toList());
            eventuallyPlanned(cluster.nodes(), 100);
            assertEquals(List.of(), plansOfNode0);
            Coordinator coordinator = cluster.coordinator();
            assertNotNull(coordinator);
            eventually(() -> assertTrue(coordinator.plans() >= 1 && coordinator.moves() >= 1));
        }
    }

    @Test
    void nodesGoOnWithoutACoordinatorAndAnotherOneBeginsAnew() {
        try (EmbeddedCoordination cluster = EmbeddedCoordination.start("g", 2, 4, EAGER)) {
            cluster.node(1).exchange().onPlan(plansOfNode1::add);
            eventuallyPlanned(cluster.nodes(), 100);
            Coordinator first = cluster.coordinator();
            assertNotNull(first);
            cluster.stopCoordinator();
            assertNull(cluster.coordinator());
            assertFalse(first.isLeading());
            long plansBefore = first.plans();
            for (int i = 0; i < 50; i++) {
                report(cluster.nodes(), 200);
            }
            assertTrue(cluster.node(1).membership().connected(), "membership needs no coordinator");
            assertEquals(plansBefore, first.plans());
            cluster.startCoordinator();
            eventuallyPlanned(cluster.nodes(), 300);
            Coordinator second = cluster.coordinator();
            assertNotNull(second);
            assertTrue(second.term() > first.term());
        }
    }

    /** Its session lives on, so no other one would be elected in its place. */
    @Test
    void aLeaderThatHadNoMemoryForAMomentPlansAgain() {
        AtomicBoolean full = new AtomicBoolean(true);
        Clock clock = () -> {
            if (full.getAndSet(false)) {
                throw new OutOfMemoryError("Java heap space");
            }
            return Clock.SYSTEM.nanos();
        };
        try (EmbeddedCoordination cluster = EmbeddedCoordination.start("g", 2, 4, EAGER)) {
            cluster.stopCoordinator();
            cluster.node(1).exchange().onPlan(plansOfNode1::add);
            ConnectString zooKeeper = ConnectString.parse(cluster.connect());
            try (Coordinator coordinator = Coordinator.start(
                    zooKeeper.open(zooKeeper.hosts(), ZooKeeperSession.TIMEOUT_MILLIS, cluster.key()),
                    CoordinatorConfig.of(EAGER),
                    clock)) {
                eventuallyPlanned(cluster.nodes(), 100);
                assertFalse(full.get());
                eventually(() -> assertTrue(coordinator.plans() >= 1));
            }
        }
    }

    @Test
    void standbyTakesOverWhenTheLeaderGoes() {
        try (EmbeddedCoordination cluster = EmbeddedCoordination.start("g", 2, 4, EAGER)) {
            cluster.node(1).exchange().onPlan(plansOfNode1::add);
            eventuallyPlanned(cluster.nodes(), 100);
            Coordinator leader = cluster.coordinator();
            assertNotNull(leader);
            try (Coordinator standby =
                    Coordinator.start(cluster.connect(), CoordinatorConfig.of(EAGER), cluster.key())) {
                eventuallyPlanned(cluster.nodes(), 200);
                assertTrue(leader.isLeading());
                assertFalse(standby.isLeading());
                cluster.stopCoordinator();
                eventually(() -> assertTrue(standby.isLeading()));
                assertTrue(standby.term() > leader.term());
                eventuallyPlanned(cluster.nodes(), 300);
            }
        }
    }

    @Test
    void coordinatorComesBackWithZooKeeper(@TempDir Path directory) {
        EmbeddedZooKeeper server = EmbeddedZooKeeper.start(directory, 0);
        String connect = "zk:" + server.connectString() + "/g";
        try (Coordination node0 = Coordination.open(
                        connect + "?sessionMillis=20000&coordinator=eager&reportMillis=50", node("a", 2));
                Coordination node1 = Coordination.open(connect + "?sessionMillis=20000", node("b", 2))) {
            List<Coordination> nodes = List.of(node0, node1);
            node1.exchange().onPlan(plansOfNode1::add);
            eventuallyPlanned(nodes, 100);
            server.close();
            eventually(() -> assertFalse(
                    node0.membership().connected() || node1.membership().connected()));
            report(nodes, 150);
            server = EmbeddedZooKeeper.start(directory, server.port());
            eventually(() -> assertTrue(
                    node0.membership().connected() && node1.membership().connected()));
            eventuallyPlanned(nodes, 200);
        } finally {
            server.close();
        }
    }

    @Test
    void embeddedSchemeFoundsAClusterThatOthersJoinByItsConnectString() {
        try (Coordination founder = Coordination.open("embedded:g?reportMillis=50", node("a", 2));
                Coordination second = Coordination.open(founder.connect(), node("b", 2))) {
            assertEquals(List.of(0, 1), List.of(founder.self(), second.self()));
            second.exchange().onPlan(plansOfNode1::add);
            eventuallyPlanned(List.of(founder, second), 100);
            second.announce("there");
            eventually(() -> assertEquals(
                    "there", founder.membership().view().members().get(1).address()));
        }
    }

    @Test
    void wrongConnectStringsAreExplained() {
        NodeIdentity node = node("a", 1);
        for (String wrong :
                new String[] {"zk:g", "zk:127.0.0.1:1/g?x=1", "embedded:port/g", "embedded:g?data", "embedded:a b"}) {
            assertThrows(PraghException.class, () -> Coordination.open(wrong, node), wrong);
        }
        PraghException unknown = assertThrows(PraghException.class, () -> Coordination.open("etcd:g", node));
        assertTrue(unknown.getMessage().contains("known=[embedded, zk]"), unknown.getMessage());
        assertThrows(PraghException.class, () -> new CoordinatorConfig(EAGER, 1, 2, 100));
    }

    private void eventuallyPlanned(List<Coordination> nodes, long key) {
        eventually(() -> {
            report(nodes, key);
            assertTrue(
                    plansOfNode1.stream().anyMatch(p -> p.moves().contains(new Move(key, 0, 1))),
                    plansOfNode1.toString());
        });
    }

    /** Reports that node 0 has read nothing remotely, and node 1 a key in partition 0. */
    private void report(List<Coordination> nodes, long key) {
        long number = sequence.incrementAndGet();
        nodes.get(0).exchange().report(new AccessReport(0, number, REPORT_NANOS, List.of()));
        nodes.get(1)
                .exchange()
                .report(new AccessReport(
                        1, number, REPORT_NANOS, List.of(new AccessReport.Entry(key, 0, 40, 256, false))));
    }

    private static NodeIdentity node(String name, int founders) {
        return new NodeIdentity(name, "", 4, founders);
    }

    private static void eventually(ThrowingRunnable assertion) {
        await().atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(20))
                .untilAsserted(assertion);
    }
}
