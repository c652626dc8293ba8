package io.pragh.tinkerpop;

import io.pragh.core.address.GraphKey;
import io.pragh.core.api.KeyScan;
import io.pragh.core.api.LostValueException;
import io.pragh.core.base.PraghException;
import io.pragh.core.census.NodeStatistics;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.durable.BackupProgress;
import io.pragh.core.durable.BackupSummary;
import io.pragh.core.node.ClusterSeat;
import io.pragh.core.node.NodeSession;
import io.pragh.core.node.OnlineBackup;
import io.pragh.core.node.PraghNode;
import io.pragh.core.persist.RestoreProgress;
import io.pragh.core.property.BulkLoad;
import io.pragh.core.property.PropertyGraph;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.commons.configuration2.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * Opens graphs of several nodes between which values move all the time, independently of the planner: a seeded thread
 * makes nodes pull values of other nodes. Any thread.
 */
public final class MovingGraph implements GraphBackend {
    /** All kinds of a graph's values. */
    private static final int[] KINDS = {
        GraphKey.KIND_VERTEX,
        GraphKey.KIND_EDGE,
        GraphKey.KIND_ADJACENCY,
        GraphKey.KIND_CHUNK,
        GraphKey.KIND_IDENTITY,
        GraphKey.KIND_CATALOGUE,
        GraphKey.KIND_COUNTER,
        GraphKey.KIND_INDEX
    };

    private static final int KEYS_PER_SCAN = 64;
    /**
     * Short enough that most traversals meet moving values, and long enough that idle graphs leave the processor to
     * others.
     */
    private static final long PAUSE_NANOS = 1_000_000;

    /** Values of a graph that was not used for this long rest, to leave the processor to others. */
    private static final long USED_NANOS = 2_000_000_000L;

    private static final long REST_NANOS = 20_000_000;

    private static final AtomicLong BYTES_MOVED = new AtomicLong();

    private final GraphBackend backend;
    private final List<PraghNode> nodes;
    private final int members;
    private final SplittableRandom random;
    private final Thread mover;
    private final boolean rests;
    private volatile boolean running = true;
    private volatile long usedNanos = System.nanoTime();
    private volatile Throwable failure;

    private MovingGraph(GraphBackend backend, List<PraghNode> nodes, long seed, boolean rests) {
        this.rests = rests;
        this.backend = backend;
        this.nodes = nodes;
        this.members = nodes.get(0).view().members().size();
        this.random = new SplittableRandom(seed);
        this.mover = new Thread(this::move, "mover");
        mover.setDaemon(true);
        mover.start();
    }

    /**
     * Opens a graph. The values and targets of moves depend on the seed and on the timing of this machine. Values
     * rest while no transaction has begun for some seconds. A process that is a node of a cluster moves values to
     * itself all the time, because other processes may use them.
     */
    public static PraghGraph open(Configuration configuration, long seed) {
        PraghGraphConfig config = PraghGraphConfig.of(configuration);
        ClusterSeat seat = config.cluster();
        if (seat == null) {
            EmbeddedNodes embedded = EmbeddedNodes.start(config, RestoreProgress.NONE);
            return new PraghGraph(configuration, new MovingGraph(embedded, embedded.nodes(), seed, true));
        }
        ClusterBackend joined = ClusterBackend.join(config, seat, RestoreProgress.NONE);
        return new PraghGraph(configuration, new MovingGraph(joined, List.of(joined.node()), seed, false));
    }

    /** Bytes of values that have moved between nodes so far, over all graphs that were closed. */
    public static long bytesMoved() {
        return BYTES_MOVED.get();
    }

    private void move() {
        try (NodeSession session = nodes.get(0).openSession()) {
            while (running) {
                if (rests && System.nanoTime() - usedNanos > USED_NANOS) {
                    LockSupport.parkNanos(REST_NANOS);
                } else {
                    pullSome(session);
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            }
        } catch (Throwable broken) {
            if (!(broken instanceof LostValueException) || isWhole()) {
                failure = broken;
            }
        }
    }

    /**
     * Whether all processes of the cluster are still members. A process that closes its graph takes its partitions
     * with it.
     */
    private boolean isWhole() {
        return nodes.get(0).view().members().size() == members;
    }

    private void pullSome(KeyScan scan) {
        int partition = random.nextInt(nodes.get(0).homes().partitions());
        int kind = KINDS[random.nextInt(KINDS.length)];
        try {
            scan.scan(partition, kind, 0, KEYS_PER_SCAN, key -> {
                if (random.nextInt(4) == 0) {
                    nodes.get(random.nextInt(nodes.size())).pull(key);
                }
            });
        } catch (PraghException late) {
            if (!late.retryable()) {
                throw late;
            }
        }
    }

    @Override
    public PropertyGraph at(@Nullable Object first) {
        usedNanos = System.nanoTime();
        return backend.at(first);
    }

    @Override
    public PropertyGraph first() {
        usedNanos = System.nanoTime();
        return backend.first();
    }

    @Override
    public @Nullable BulkLoad bulkLoad() {
        usedNanos = System.nanoTime();
        return backend.bulkLoad();
    }

    @Override
    public boolean checkpoint() {
        return backend.checkpoint();
    }

    @Override
    public BackupSummary backup(OnlineBackup.Order order, BackupProgress progress) {
        return backend.backup(order, progress);
    }

    @Override
    public List<NodeStatistics> statistics() {
        return backend.statistics();
    }

    @Override
    public ClusterView view() {
        return backend.view();
    }

    @Override
    public void announceServer(String server) {
        backend.announceServer(server);
    }

    @Override
    public void withdrawServer() {
        backend.withdrawServer();
    }

    @Override
    public boolean isExpelled() {
        return backend.isExpelled();
    }

    @Override
    public String failure() {
        return backend.failure();
    }

    @Override
    public void handOverWhenClosed(long seconds) {
        backend.handOverWhenClosed(seconds);
    }

    @Override
    public boolean handsOver() {
        return backend.handsOver();
    }

    @Override
    public boolean hasHandedOver() {
        return backend.hasHandedOver();
    }

    @Override
    public void close() {
        running = false;
        try {
            mover.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        nodes.forEach(n -> BYTES_MOVED.addAndGet(n.migrationCounters().bytesMoved()));
        backend.close();
        if (failure != null) {
            throw new IllegalStateException("values could not be moved", failure);
        }
    }
}
