package io.pragh.coordinator.zookeeper;

import static io.pragh.coordinator.zookeeper.TestCluster.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.coordinator.exchange.ReportCollector;
import io.pragh.core.placement.AccessReport;
import io.pragh.core.placement.MigrationPlan;
import io.pragh.core.placement.Move;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that reports reach the coordinator and plans reach their nodes through a real ZooKeeper, in order and once,
 * also when it goes away and comes back.
 */
class ZooKeeperExchangeTest {
    private static final int MOVES_OF_THE_PAPER = 78_242;
    private static final int NODE = 3;

    @TempDir
    Path directory;

    private TestCluster cluster;
    private ZooKeeperSession session;
    private ZooKeeperExchange exchange;
    private final List<MigrationPlan> plans = new CopyOnWriteArrayList<>();

    @BeforeEach
    void start() {
        cluster = new TestCluster(directory);
        cluster.join("g", 4, 1);
        session = cluster.session("g");
        exchange = session.exchange(NODE);
        exchange.onPlan(plans::add);
    }

    @AfterEach
    void stop() {
        exchange.close();
        cluster.close();
    }

    @Test
    void reportsReachACollectorInOrder() throws InterruptedException {
        ReportCollector collector = new ReportCollector(1);
        List<Long> arrived = new ArrayList<>();
        try (ReportFeed feed = cluster.session("g").feed(collector)) {
            feed.awaitReady();
            for (long sequence = 1; sequence <= ZooKeeperExchange.REPORT_SLOTS; sequence++) {
                exchange.report(report(sequence));
            }
            eventually(() -> {
                collector.take().forEach(r -> arrived.add(r.sequence()));
                assertEquals(List.of(1L, 2L, 3L, 4L), arrived);
            });
        }
    }

    @Test
    void reportsFromBeforeTheFeedWasOpenedAreLeftAlone() throws InterruptedException {
        exchange.report(report(1));
        eventually(() -> assertEquals(1, exchange.sent()));
        ReportCollector collector = new ReportCollector(1);
        try (ReportFeed feed = cluster.session("g").feed(collector)) {
            feed.awaitReady();
            exchange.report(report(2));
            eventually(() -> assertEquals(1, collector.collected()));
            assertEquals(2, collector.take().get(0).sequence());
        }
    }

    @Test
    void reportsOfANodeTakeABoundedNumberOfRecordsAndGoWithIt() throws Exception {
        for (long sequence = 1; sequence <= 5 * ZooKeeperExchange.REPORT_SLOTS; sequence++) {
            long number = sequence;
            exchange.report(report(sequence));
            eventually(() -> assertEquals(number, exchange.sent()));
        }
        assertEquals(
                ZooKeeperExchange.REPORT_SLOTS, children("/pragh/g/reports").size());
        session.close();
        CuratorFramework other = cluster.session("g").client();
        eventually(() -> assertEquals(List.of(), other.getChildren().forPath("/pragh/g/reports")));
    }

    @Test
    void plansReachTheirNodeOnceEvenWhenZooKeeperGoesAwayAndComesBack() {
        session.publisher(1).publish(planTo(NODE, 10));
        eventually(() -> assertEquals(List.of(planTo(NODE, 10)), plans));
        cluster.stopServer();
        exchange.report(report(1));
        eventually(() -> {
            exchange.report(report(1));
            assertTrue(exchange.dropped() > ZooKeeperExchange.QUEUE_MAX, "dropped=" + exchange.dropped());
        });
        cluster.startServer();
        eventually(() -> session.publisher(2).publish(planTo(NODE, 11)));
        eventually(() -> assertEquals(List.of(planTo(NODE, 10), planTo(NODE, 11)), plans));
        long sent = exchange.sent();
        eventually(() -> {
            exchange.report(report(2));
            assertTrue(exchange.sent() > sent, "reports are written again");
        });
    }

    @Test
    void planOfAFormerCoordinatorIsIgnored() {
        session.publisher(2).publish(planTo(NODE, 20));
        eventually(() -> assertEquals(List.of(planTo(NODE, 20)), plans));
        session.publisher(1).publish(planTo(NODE, 10));
        session.publisher(2).publish(planTo(NODE, 21));
        session.publisher(3).publish(planTo(NODE, 30));
        eventually(() -> assertTrue(plans.contains(planTo(NODE, 30)), plans.toString()));
        assertTrue(!plans.contains(planTo(NODE, 10)), plans.toString());
    }

    @Test
    void unreadablePlanAndFailingListenerDoNotStopTheNextPlan() {
        exchange.onPlan(plan -> {
            throw new IllegalStateException("a listener of the test");
        });
        List<MigrationPlan> second = new CopyOnWriteArrayList<>();
        exchange.onPlan(second::add);
        new ZooKeeperTree(session.client()).put("/pragh/g/plans/" + NODE + "/5", new byte[] {1, 2, 3});
        session.publisher(1).publish(planTo(NODE, 10));
        eventually(() -> assertEquals(List.of(planTo(NODE, 10)), second));
    }

    @Test
    void paperSizedPlanTakesAHandfulOfRecords() throws Exception {
        List<Move> moves = new ArrayList<>();
        for (int i = 0; i < MOVES_OF_THE_PAPER; i++) {
            moves.add(new Move((1L << 60) + 31L * i, i % 16, i % 8));
        }
        long begin = System.nanoTime();
        session.publisher(1).publish(new MigrationPlan(1, moves, List.of()));
        long millis = (System.nanoTime() - begin) / 1_000_000;
        int records = 0;
        for (String node : children("/pragh/g/plans")) {
            records += children("/pragh/g/plans/" + node).size();
        }
        System.out.printf("%,d moves published in %d records, %d ms%n", moves.size(), records, millis);
        assertTrue(records <= 8, "records=" + records);
        eventually(() -> assertEquals(
                moves.stream().filter(m -> m.toNode() == NODE).toList(),
                plans.get(0).moves()));
    }

    @Test
    void candidatesLeadOneAfterTheOtherInGrowingTerms() throws Exception {
        Leadership first = cluster.session("g").leadership();
        Leadership second = cluster.session("g").leadership();
        eventually(() -> assertTrue(first.held() ^ second.held()));
        Leadership leader = first.held() ? first : second;
        Leadership other = first.held() ? second : first;
        long term = leader.nextTerm();
        leader.close();
        eventually(() -> assertTrue(other.held()));
        assertTrue(other.nextTerm() > term);
        cluster.stopServer();
        eventually(() -> assertTrue(!other.held(), "cannot know"));
        cluster.startServer();
        eventually(() -> assertTrue(other.held()));
        other.close();
    }

    private List<String> children(String path) throws Exception {
        return session.client().getChildren().forPath(path);
    }

    private static MigrationPlan planTo(int node, long key) {
        return new MigrationPlan(1, List.of(new Move(key, 0, node)), List.of(new MigrationPlan.Watch(key, node, true)));
    }

    private static AccessReport report(long sequence) {
        return new AccessReport(NODE, sequence, 1_000_000_000L, List.of(new AccessReport.Entry(7, 0, 10, 64, false)));
    }
}
