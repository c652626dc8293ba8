package io.pragh.coordinator;

import io.pragh.coordinator.exchange.ReportCollector;
import io.pragh.coordinator.planner.LocalityPlanner;
import io.pragh.core.base.Clock;
import io.pragh.core.base.Joined;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.Membership;
import io.pragh.core.placement.AccessReport;
import io.pragh.core.placement.MigrationPlan;
import io.pragh.core.placement.PlacementExchange;
import io.pragh.core.placement.PlacementPlanner;
import io.pragh.core.placement.Planning;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A planner on a thread of its own: reports and plans are handed over as objects. Any thread. */
// Does the work of a Term without the parts that only several processes need: no election, no bytes. A plan that is
// lost with the process is lost with its values.
final class EmbeddedPlanning implements Planning {
    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedPlanning.class);

    private final CoordinatorConfig config;
    private final Membership membership;
    private final Clock clock;
    private final ReportCollector collector;
    private final PlacementPlanner planner;
    private final Map<Integer, Seat> seats = new ConcurrentHashMap<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "pragh-planner");

    private EmbeddedPlanning(CoordinatorConfig config, Membership membership, Clock clock) {
        this.config = config;
        this.membership = membership;
        this.clock = clock;
        this.collector = new ReportCollector(config.urgentPerSecond());
        this.planner = new LocalityPlanner(config.planner());
        thread.setDaemon(true);
    }

    static EmbeddedPlanning start(CoordinatorConfig config, Membership membership, Clock clock) {
        EmbeddedPlanning planning = new EmbeddedPlanning(config, membership, clock);
        planning.thread.start();
        return planning;
    }

    /** One node's exchange with the planner. */
    private final class Seat implements PlacementExchange {
        private final int node;
        private volatile @Nullable Consumer<MigrationPlan> listener;

        Seat(int node) {
            this.node = node;
        }

        @Override
        public void report(AccessReport report) {
            collector.offer(report);
        }

        @Override
        public void onPlan(Consumer<MigrationPlan> hears) {
            listener = hears;
        }

        void take(MigrationPlan plan) {
            Consumer<MigrationPlan> hears = listener;
            MigrationPlan mine = new MigrationPlan(
                    plan.number(),
                    plan.moves().stream().filter(m -> m.toNode() == node).toList(),
                    plan.watches().stream().filter(w -> w.node() == node).toList());
            if (hears != null && !mine.isEmpty()) {
                hears.accept(mine);
            }
        }

        @Override
        public void close() {
            listener = null;
        }
    }

    @Override
    public PlacementExchange exchange(int node) {
        return seats.computeIfAbsent(node, Seat::new);
    }

    private void run() {
        try {
            while (!closing.await(config.urgentNanos(), TimeUnit.NANOSECONDS)) {
                collector.awaitUrgent(config.planNanos());
                plan(membership.view());
            }
        } catch (InterruptedException e) {
            LOG.debug("closed while waiting", e);
        } catch (RuntimeException broken) {
            LOG.error("the planner of this process has failed: values stay where they are from now on", broken);
        }
    }

    private void plan(ClusterView view) {
        int[] nodeOfPartition = new int[view.partitions()];
        Arrays.setAll(nodeOfPartition, view::nodeOf);
        MigrationPlan plan = planner.plan(clock.nanos(), collector.take(), nodeOfPartition);
        if (!plan.isEmpty()) {
            seats.values().forEach(seat -> seat.take(plan));
        }
    }

    @Override
    public void close() {
        closing.countDown();
        thread.interrupt();
        Joined.join(thread);
    }
}
