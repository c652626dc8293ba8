package io.pragh.tinkerpop;

import io.pragh.core.address.GraphKey;
import io.pragh.core.api.KeyScan;
import io.pragh.core.base.PraghException;
import io.pragh.core.node.NodeSession;
import io.pragh.core.node.PraghNode;
import io.pragh.core.property.PropertyGraph;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.commons.configuration2.Configuration;

/**
 * Opens graphs of several nodes between which values move all the time, whatever the planner would think of it: a seeded thread makes
 * nodes pull values that others have. Any thread.
 */
public final class MovingGraph implements GraphBackend {
    /** Everything a graph consists of. */
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
    private static final long PAUSE_NANOS = 200_000;
    private static final AtomicLong BYTES_MOVED = new AtomicLong();

    private final EmbeddedNodes nodes;
    private final SplittableRandom random;
    private final Thread mover;
    private volatile boolean running = true;
    private volatile Throwable failure;

    private MovingGraph(EmbeddedNodes nodes, long seed) {
        this.nodes = nodes;
        this.random = new SplittableRandom(seed);
        this.mover = new Thread(this::move, "mover");
        mover.setDaemon(true);
        mover.start();
    }

    /** Opens a graph; what moves, and where to, follows the seed and the timing of this machine. */
    public static PraghGraph open(Configuration configuration, long seed) {
        EmbeddedNodes nodes = EmbeddedNodes.start(PraghGraphConfig.of(configuration));
        return new PraghGraph(configuration, new MovingGraph(nodes, seed));
    }

    /** Bytes of values that have moved between nodes so far, over all graphs that were closed. */
    public static long bytesMoved() {
        return BYTES_MOVED.get();
    }

    private void move() {
        List<PraghNode> all = nodes.nodes();
        try (NodeSession session = all.get(0).openSession()) {
            while (running) {
                pullSome(all, session);
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        } catch (Throwable broken) {
            failure = broken;
        }
    }

    private void pullSome(List<PraghNode> all, KeyScan scan) {
        int partition = random.nextInt(all.get(0).homes().partitions());
        int kind = KINDS[random.nextInt(KINDS.length)];
        try {
            scan.scan(partition, kind, 0, KEYS_PER_SCAN, key -> {
                if (random.nextInt(4) == 0) {
                    all.get(random.nextInt(all.size())).pull(key);
                }
            });
        } catch (PraghException late) {
            if (!late.retryable()) {
                throw late;
            }
        }
    }

    @Override
    public PropertyGraph next() {
        return nodes.next();
    }

    @Override
    public PropertyGraph first() {
        return nodes.first();
    }

    @Override
    public void close() {
        running = false;
        try {
            mover.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        nodes.nodes().forEach(n -> BYTES_MOVED.addAndGet(n.migrationCounters().bytesMoved()));
        nodes.close();
        if (failure != null) {
            throw new IllegalStateException("values could not be moved", failure);
        }
    }
}
