package io.pragh.coordinator.zookeeper;

import io.pragh.coordinator.exchange.PlanCodec;
import io.pragh.coordinator.exchange.ReportCodec;
import io.pragh.core.base.PraghException;
import io.pragh.core.placement.AccessReport;
import io.pragh.core.placement.MigrationPlan;
import io.pragh.core.placement.PlacementExchange;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.cache.ChildData;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.cache.CuratorCacheListener;
import org.apache.curator.framework.recipes.cache.CuratorCacheStorage;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.framework.state.ConnectionStateListener;
import org.apache.zookeeper.CreateMode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes reports to a ring of znodes, and reads plans from another. Reports are written by a thread of their own;
 * when it lags or ZooKeeper is away, they are dropped and counted. Any thread.
 */
public final class ZooKeeperExchange implements PlacementExchange {
    /** Reports by which a coordinator may lag behind. */
    static final int REPORT_SLOTS = 4;

    /** Reports that wait to be written. */
    static final int QUEUE_MAX = 8;

    private static final Logger LOG = LoggerFactory.getLogger(ZooKeeperExchange.class);

    private final CuratorFramework client;
    private final ZooKeeperPaths paths;
    private final int self;
    private final ThreadPoolExecutor writer;
    private final ExecutorService reader;
    private final CuratorCache plans;
    private final ConnectionStateListener connectionListener = (c, state) -> connectionChanged(state);
    private final List<Consumer<MigrationPlan>> listeners = new CopyOnWriteArrayList<>();
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();
    private volatile boolean connected = true;

    /**
     * The record last read from each slot: after a reconnection slots are delivered again. Used by the reader alone.
     */
    private final Map<String, Seen> lastOfSlot = new HashMap<>();

    private long latestTerm;

    private record Seen(long term, long serial) {}

    ZooKeeperExchange(CuratorFramework client, ZooKeeperPaths paths, int self) {
        this.client = client;
        this.paths = paths;
        this.self = self;
        ThreadFactory threads = task -> {
            Thread thread = new Thread(task, "pragh-exchange-" + self);
            thread.setDaemon(true);
            return thread;
        };
        this.writer = new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(QUEUE_MAX),
                threads,
                (task, pool) -> dropped.incrementAndGet());
        this.reader = Executors.newSingleThreadExecutor(threads);
        this.plans = CuratorCache.builder(client, paths.plans(self))
                .withStorage(CuratorCacheStorage.dataNotCached())
                .build();
        client.getConnectionStateListenable().addListener(connectionListener);
        plans.listenable()
                .addListener(
                        CuratorCacheListener.builder()
                                .forCreatesAndChanges((before, after) -> arrived(after))
                                .build(),
                        reader);
        plans.start();
    }

    @Override
    public void report(AccessReport report) {
        if (connected) {
            writer.execute(() -> write(report));
        } else {
            dropped.incrementAndGet();
        }
    }

    private void write(AccessReport report) {
        String path = paths.report(self, Math.floorMod(report.sequence(), (long) REPORT_SLOTS));
        try {
            byte[] bytes = ReportCodec.encode(report);
            ZooKeeperFailure.orThrow(
                    path,
                    () -> client.create()
                            .orSetData()
                            .withMode(CreateMode.EPHEMERAL)
                            .forPath(path, bytes));
            sent.incrementAndGet();
        } catch (PraghException e) {
            dropped.incrementAndGet();
            LOG.info("report {} of node {} is dropped: {}", report.sequence(), self, e.getMessage());
        }
    }

    @Override
    public void onPlan(Consumer<MigrationPlan> listener) {
        listeners.add(listener);
    }

    private void arrived(ChildData data) {
        if (data.getData().length == 0) {
            return; // the parent of the ring
        }
        try {
            PlanCodec.Sent plan = PlanCodec.decode(data.getData());
            boolean outdated =
                    plan.term() < latestTerm; // by a coordinator that does not know yet that it has been replaced
            Seen seen = new Seen(plan.term(), plan.serial());
            if (!outdated && !seen.equals(lastOfSlot.put(data.getPath(), seen))) {
                latestTerm = plan.term();
                tell(plan.plan());
            }
        } catch (PraghException e) {
            LOG.warn("a plan is not readable and is left out: path={} {}", data.getPath(), e.getMessage());
        }
    }

    private void tell(MigrationPlan plan) {
        for (Consumer<MigrationPlan> listener : listeners) {
            try {
                listener.accept(plan);
            } catch (RuntimeException e) {
                LOG.error("a listener failed at plan {}", plan.number(), e);
            }
        }
    }

    private void connectionChanged(ConnectionState state) {
        connected = state.isConnected();
    }

    /** Number of reports written. */
    public long sent() {
        return sent.get();
    }

    /** Number of reports dropped. */
    public long dropped() {
        return dropped.get();
    }

    @Override
    public void close() {
        connected = false;
        client.getConnectionStateListenable().removeListener(connectionListener);
        plans.close();
        writer.shutdownNow();
        reader.shutdownNow();
    }
}
