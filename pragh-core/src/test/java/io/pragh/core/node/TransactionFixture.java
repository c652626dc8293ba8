package io.pragh.core.node;

import io.pragh.core.address.GraphKey;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.api.ValueVisitor;
import io.pragh.core.base.Clock;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.cluster.StaticMembership;
import io.pragh.core.fabric.local.LocalNetwork;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.memory.Region;
import io.pragh.core.store.MemoryLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Some nodes with one session each, and numbers as values. One thread besides the nodes' own. */
final class TransactionFixture implements AutoCloseable {
    static final int PARTITIONS = 6;
    static final long ABSENT = -1;
    static final NodeConfig CONFIG = NodeConfig.DEFAULT
            .withMemory(new MemoryLimits(1 << 20, 64L << 20, 64))
            .withCacheBytes(1 << 20)
            .withLease(new LeasePolicy(60_000_000, 15_000_000));

    final LocalNetwork network = new LocalNetwork();
    final List<HookedFabric> fabrics = new ArrayList<>();
    final List<PraghNode> nodes = new ArrayList<>();
    final List<NodeSession> sessions = new ArrayList<>();
    final StaticMembership membership;
    final ClusterView view;

    TransactionFixture(int count, NodeConfig config) {
        this(ClusterView.inTurn(count, PARTITIONS), node -> config);
    }

    TransactionFixture(ClusterView view, IntFunction<NodeConfig> configs) {
        this(view, new StaticMembership(view), configs);
    }

    private TransactionFixture(ClusterView view, StaticMembership membership, IntFunction<NodeConfig> configs) {
        int count = view.members().size();
        this.view = view;
        this.membership = membership;
        for (int n = 0; n < count; n++) {
            fabrics.add(new HookedFabric(network.join(n)));
            nodes.add(new PraghNode(
                    fabrics.get(n), membership, null, configs.apply(n), ListOperations.ALL, Clock.SYSTEM));
        }
        nodes.forEach(n -> sessions.add(n.openSession()));
    }

    TransactionFixture(int count) {
        this(count, CONFIG);
    }

    /** A node that never has company. */
    static TransactionFixture alone(NodeConfig config) {
        ClusterView view = ClusterView.inTurn(1, PARTITIONS);
        return new TransactionFixture(view, StaticMembership.alone(view), node -> config);
    }

    /** The number-th key whose home is a given node. */
    long key(int node, int number) {
        int partition = view.partitionsOf(node)[0];
        return GraphKey.of(GraphKey.KIND_PLAIN, 0, 0, nodes.get(0).homes().mint(partition, number));
    }

    static byte[] bytes(long number) {
        byte[] bytes = new byte[Long.BYTES];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (number >>> 8 * i);
        }
        return bytes;
    }

    /** The number that a transaction reads for a key, or {@link #ABSENT}. */
    static long number(Transaction transaction, long key) {
        long[] found = {ABSENT};
        transaction.read(key, new ValueVisitor() {
            @Override
            public void value(int index, Region region, long body, int bodyBytes) {
                found[0] = region.getLong(body);
            }
        });
        return found[0];
    }

    /** Writes a number in a transaction of its own. */
    void put(int node, long key, long number) {
        sessions.get(node).retry(TransactionOptions.DEFAULT, t -> {
            t.write(key, bytes(number));
            return number;
        });
    }

    /** Reads a number in a transaction of its own. */
    long get(int node, long key) {
        try (Transaction transaction = sessions.get(node).begin(TransactionOptions.DEFAULT.reading())) {
            return number(transaction, key);
        }
    }

    @Override
    public void close() {
        sessions.forEach(NodeSession::close);
        nodes.forEach(PraghNode::close);
    }
}
