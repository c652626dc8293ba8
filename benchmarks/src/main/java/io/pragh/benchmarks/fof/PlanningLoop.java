package io.pragh.benchmarks.fof;

import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.placement.AccessReport;
import io.pragh.core.placement.MigrationPlan;
import io.pragh.core.placement.PlacementExchange;
import io.pragh.core.placement.PlacementPlanner;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A coordinator without a coordination service: nodes of one process hand their reports to a planner on a thread. Any thread. */
final class PlanningLoop implements AutoCloseable {
    private final PlacementPlanner planner;
    private final ClusterView view;
    private final long roundNanos;
    private final ConcurrentLinkedQueue<AccessReport> reports = new ConcurrentLinkedQueue<>();
    private final List<Seat> seats = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;
    private volatile @Nullable RuntimeException failure;

    /** Plans every {@code roundNanos} from what has been reported. */
    PlanningLoop(PlacementPlanner planner, ClusterView view, long roundNanos) {
        this.planner = planner;
        this.view = view;
        this.roundNanos = roundNanos;
        this.thread = new Thread(this::run, "pragh-planner");
        thread.setDaemon(true);
        thread.start();
    }

    /** A node's way to the planner and back. */
    PlacementExchange exchange(int node) {
        Seat seat = new Seat(node);
        seats.add(seat);
        return seat;
    }

    private void run() {
        int[] nodeOfPartition = new int[view.partitions()];
        for (int partition = 0; partition < nodeOfPartition.length; partition++) {
            nodeOfPartition[partition] = view.nodeOf(partition);
        }
        try {
            while (!closed.await(roundNanos, TimeUnit.NANOSECONDS)) {
                List<AccessReport> arrived = new ArrayList<>();
                for (AccessReport report = reports.poll(); report != null; report = reports.poll()) {
                    arrived.add(report);
                }
                MigrationPlan plan = planner.plan(Clock.SYSTEM.nanos(), arrived, nodeOfPartition);
                if (!plan.isEmpty()) {
                    seats.forEach(seat -> seat.deliver(plan));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException broken) {
            failure = broken;
        }
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        RuntimeException broken = failure;
        if (broken != null) {
            throw new PraghException("planning had ended with a failure", broken);
        }
    }

    private final class Seat implements PlacementExchange {
        private final int node;
        private final List<Consumer<MigrationPlan>> listeners = new CopyOnWriteArrayList<>();

        Seat(int node) {
            this.node = node;
        }

        @Override
        public void report(AccessReport report) {
            reports.add(report);
        }

        @Override
        public void onPlan(Consumer<MigrationPlan> listener) {
            listeners.add(listener);
        }

        private void deliver(MigrationPlan plan) {
            MigrationPlan own = new MigrationPlan(
                    plan.number(),
                    plan.moves().stream().filter(m -> m.toNode() == node).toList(),
                    plan.watches().stream().filter(w -> w.node() == node).toList());
            listeners.forEach(listener -> listener.accept(own));
        }

        @Override
        public void close() {
            listeners.clear();
        }
    }
}
