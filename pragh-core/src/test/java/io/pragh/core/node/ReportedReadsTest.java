package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.address.GraphKey;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.fabric.local.LatencyModel;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.placement.AccessReport;
import io.pragh.core.placement.MigrationPlan;
import io.pragh.core.placement.PlacementExchange;
import io.pragh.core.placement.monitor.MonitorConfig;
import io.pragh.testkit.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Checks that a node reports what its transactions have read from other nodes. */
class ReportedReadsTest {
    private static final long REPORT_NANOS = 20_000_000;

    /** Keeps the reports of one node. */
    private static final class Reports implements PlacementExchange {
        final ConcurrentLinkedQueue<AccessReport> told = new ConcurrentLinkedQueue<>();

        @Override
        public void report(AccessReport report) {
            told.add(report);
        }

        @Override
        public void onPlan(Consumer<MigrationPlan> listener) {
            // no plan is needed
        }

        @Override
        public void close() {
            // there is nothing to close
        }

        List<Long> keys() {
            return told.stream()
                    .flatMap(report -> report.entries().stream())
                    .filter(entry -> !entry.local() && entry.reads() >= 2)
                    .map(AccessReport.Entry::key)
                    .distinct()
                    .toList();
        }
    }

    @Test
    void whatATransactionReadsFromElsewhereIsReported() {
        Reports reports = new Reports();
        List<LocalCluster.Seat> seats = new ArrayList<>(LocalCluster.staticSeats(2, 2));
        seats.set(0, new LocalCluster.Seat(0, seats.get(0).membership(), reports));
        NodeConfig config =
                TransactionFixture.CONFIG.withMonitor(new MonitorConfig(REPORT_NANOS, 100, REPORT_NANOS, 2, 100));
        try (LocalCluster cluster =
                        new LocalCluster(seats, config, LatencyModel.NONE, ListOperations.ALL, 1, failed -> {});
                NodeSession session = cluster.node(0).openSession();
                Workers workers = new Workers()) {
            long here = key(cluster, 0);
            long elsewhere = key(cluster, 1);
            session.retry(TransactionOptions.DEFAULT, t -> {
                t.write(here, TransactionFixture.bytes(1));
                t.write(elsewhere, TransactionFixture.bytes(2));
                return 0;
            });
            workers.await("reads are reported", () -> {
                try (Transaction reads = session.begin(TransactionOptions.DEFAULT.reading())) {
                    assertEquals(
                            3, TransactionFixture.number(reads, here) + TransactionFixture.number(reads, elsewhere));
                }
                return !reports.keys().isEmpty();
            });
            assertEquals(List.of(elsewhere), reports.keys());
        }
    }

    private static long key(LocalCluster cluster, int partition) {
        return GraphKey.of(GraphKey.KIND_PLAIN, 0, 0, cluster.node(0).homes().mint(partition, 1));
    }
}
