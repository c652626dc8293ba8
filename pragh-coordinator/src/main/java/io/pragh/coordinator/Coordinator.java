package io.pragh.coordinator;

import io.pragh.coordinator.exchange.ReportCollector;
import io.pragh.coordinator.zookeeper.Leadership;
import io.pragh.coordinator.zookeeper.ReportFeed;
import io.pragh.coordinator.zookeeper.ViewWatch;
import io.pragh.coordinator.zookeeper.ZooKeeperSession;
import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.placement.CoordinationKey;
import io.pragh.core.placement.MigrationPlan;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collects reports, and makes and publishes plans while it is the leader; several coordinators may stand by, and
 * queries work without any. Any thread.
 */
// A coordinator keeps nothing that a successor would need: the next leader begins with an empty planner and learns
// from the reports that arrive from then on. The predecessor's watches show up in these reports and are taken over or
// ended. A plan that cannot be published is given up, and its values are reported again, for they have not moved.
public final class Coordinator implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Coordinator.class);
    private static final long ELECTION_NANOS = 200_000_000L;
    private static final long STOP_MILLIS_MAX = 10_000;

    private final ZooKeeperSession session;
    private final CoordinatorConfig config;
    private final Clock clock;
    private final Leadership leadership;
    private final Thread thread;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final AtomicLong plans = new AtomicLong();
    private final AtomicLong moves = new AtomicLong();
    private volatile long term;
    private volatile boolean leading;

    private Coordinator(ZooKeeperSession session, CoordinatorConfig config, Clock clock) {
        this.session = session;
        this.config = config;
        this.clock = clock;
        this.leadership = session.leadership();
        this.thread = new Thread(this::run, "pragh-coordinator");
        thread.setDaemon(true);
    }

    /**
     * Stands for coordinator of the graph that a connect string names, {@code zk:host:port[,host:port …]/graph}.
     *
     * @param key the members' key to the graph's data at ZooKeeper
     */
    public static Coordinator start(String connect, CoordinatorConfig config, CoordinationKey key) {
        ConnectString zooKeeper = ConnectString.parse(connect);
        return start(zooKeeper.open(zooKeeper.hosts(), ZooKeeperSession.TIMEOUT_MILLIS, key), config);
    }

    /** Starts over a session, which belongs to the coordinator from now on: it is closed even if starting fails. */
    static Coordinator start(ZooKeeperSession session, CoordinatorConfig config) {
        return start(session, config, Clock.SYSTEM);
    }

    /** The same, with a clock of its own. */
    static Coordinator start(ZooKeeperSession session, CoordinatorConfig config, Clock clock) {
        boolean done = false;
        try {
            Coordinator coordinator = new Coordinator(session, config, clock);
            coordinator.thread.start();
            done = true;
            return coordinator;
        } finally {
            if (!done) {
                session.close();
            }
        }
    }

    private void run() {
        try {
            while (!isClosing()) {
                standOnAFullHeap();
            }
        } catch (InterruptedException e) {
            LOG.debug("closed while waiting", e);
        }
    }

    /** The heap may be full for a moment: if this thread ended then, its session would keep the seat for good. */
    private void standOnAFullHeap() throws InterruptedException {
        try {
            if (leadership.await(ELECTION_NANOS)) {
                tryToLead();
            }
        } catch (OutOfMemoryError full) {
            LockSupport.parkNanos(ELECTION_NANOS); // allocates nothing
        }
    }

    private void tryToLead() throws InterruptedException {
        try {
            lead();
        } catch (RuntimeException e) { // of any kind: if this thread ended, its session would keep the seat for good
            LOG.warn("coordinating {} failed and is tried again: {}", session.connect(), e.toString());
            pause(ELECTION_NANOS);
        } finally {
            leading = false;
        }
    }

    private void lead() throws InterruptedException {
        ReportCollector collector = new ReportCollector(config.urgentPerSecond());
        term = leadership.nextTerm();
        Term office = new Term(session, config, collector, term);
        try (ViewWatch watch = session.watchView();
                ReportFeed feed = session.feed(collector)) {
            LOG.info("coordinating {} in term {}", session.connect(), term);
            feed.awaitReady();
            leading = true;
            while (leadership.held() && !isClosing()) {
                collector.awaitUrgent(config.planNanos());
                ClusterView view = watch.view();
                if (view != null && leadership.held()) {
                    round(office, view);
                }
                pause(config.urgentNanos());
            }
        }
    }

    private void round(Term office, ClusterView view) {
        try {
            MigrationPlan plan = office.round(clock.nanos(), view);
            if (!plan.isEmpty()) {
                plans.incrementAndGet();
                moves.addAndGet(plan.moves().size());
            }
        } catch (PraghException e) {
            if (isClosing()) {
                LOG.debug("a plan was not published before the coordinator closed", e);
            } else {
                LOG.warn("a plan was not published: {}", e.toString());
            }
        }
    }

    private boolean isClosing() {
        return closing.getCount() == 0;
    }

    private void pause(long nanos) throws InterruptedException {
        var unused = closing.await(nanos, TimeUnit.NANOSECONDS);
    }

    /** Whether this coordinator is the leader now. */
    public boolean isLeading() {
        return leading && leadership.held();
    }

    /** The number of its latest term; 0 if it has never been the leader. */
    public long term() {
        return term;
    }

    /** Plans published so far that were not empty. */
    public long plans() {
        return plans.get();
    }

    /** Moves in the plans published so far. */
    public long moves() {
        return moves.get();
    }

    /** Stops planning; another coordinator may lead at once. */
    @Override
    public synchronized void close() {
        if (isClosing()) {
            return;
        }
        closing.countDown();
        thread.interrupt();
        try {
            thread.join(STOP_MILLIS_MAX);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        leadership.close();
        session.close();
    }
}
