package io.pragh.core.node;

import io.pragh.core.address.HomeMap;
import io.pragh.core.api.KeyScan;
import io.pragh.core.api.NewValues;
import io.pragh.core.api.TransactionSource;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.property.GraphSessions;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Lends the sessions of one node to a graph's transactions, one after the other. Any thread. */
final class NodeSessions implements GraphSessions {
    /** The longest wait for a recovery, which takes seconds. */
    private static final long RESTORED_NANOS_MAX = 60_000_000_000L;

    /**
     * The number of idle sessions kept for later transactions: each has some 600 kB of heap, and hundreds may have
     * been open at once.
     */
    static final int IDLE_MAX = 8;

    private final PraghNode node;
    private final ConcurrentLinkedDeque<Pooled> idle = new ConcurrentLinkedDeque<>();
    private final AtomicInteger idleCount = new AtomicInteger();
    private volatile @Nullable Here here;
    private volatile boolean closed;

    /** The partitions of this node in a view. */
    private static final class Here {
        final long epoch;
        final int[] partitions;

        Here(ClusterView view, int self) {
            this.epoch = view.epoch();
            this.partitions = view.partitionsOf(self);
        }
    }

    NodeSessions(PraghNode node) {
        this.node = node;
    }

    @Override
    public Session take() {
        Pooled pooled = pollIdle();
        return pooled != null ? pooled : new Pooled(node.openSession());
    }

    @Override
    public HomeMap homes() {
        return node.homes();
    }

    @Override
    public int valueBytesMax() {
        return node.parts.config.memory().valueBytesMax();
    }

    @Override
    public int[] partitionsHere() {
        Here known = here;
        ClusterView view = node.view();
        if (known == null || known.epoch != view.epoch()) {
            known = new Here(view, node.self());
            here = known;
        }
        return known.partitions;
    }

    @Override
    public long[] rooms() {
        return node.rooms();
    }

    @Override
    public int lifeOf(int partition) {
        return node.view().lifeOf(partition);
    }

    @Override
    public boolean hasLost() {
        return node.view().hasLost();
    }

    @Override
    public boolean hasLosses() {
        return node.hasLosses();
    }

    @Override
    public int restored() {
        return node.restored(RESTORED_NANOS_MAX);
    }

    @Override
    public void close() {
        closed = true;
        closeIdle();
    }

    private void closeIdle() {
        for (Pooled pooled = pollIdle(); pooled != null; pooled = pollIdle()) {
            pooled.session.close();
        }
    }

    private @Nullable Pooled pollIdle() {
        Pooled pooled = idle.pollFirst();
        if (pooled != null) {
            idleCount.decrementAndGet();
        }
        return pooled;
    }

    private final class Pooled implements Session {
        private final NodeSession session;

        Pooled(NodeSession session) {
            this.session = session;
        }

        @Override
        public TransactionSource transactions() {
            return session;
        }

        @Override
        public KeyScan keys() {
            return session;
        }

        @Override
        public boolean create(int partition, NewValues values, Map<Long, Long> rolls) {
            long moment = node.parts.transactions.homes().local().create(partition, values, rolls);
            if (moment > 0) {
                session.see(moment);
            }
            return moment > 0;
        }

        @Override
        public void expect(int partition, long keys) {
            node.parts.transactions.homes().local().expect(partition, keys);
        }

        @Override
        public void giveBack() {
            if (idleCount.incrementAndGet() > IDLE_MAX) {
                idleCount.decrementAndGet();
                session.close();
                return;
            }
            idle.addFirst(this);
            if (closed) {
                closeIdle();
            }
        }
    }
}
