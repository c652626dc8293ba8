package io.pragh.core.node;

import io.pragh.core.access.location.LocationCache;
import io.pragh.core.address.PartitionHeader;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.api.ValueVisitor;
import io.pragh.core.base.Clock;
import io.pragh.core.base.WordList;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.StaticMembership;
import io.pragh.core.durable.CommitLog;
import io.pragh.core.durable.DataFolder;
import io.pragh.core.fabric.local.LatencyModel;
import io.pragh.core.fabric.local.LocalFabric;
import io.pragh.core.fabric.local.LocalNetwork;
import io.pragh.core.memory.Region;
import io.pragh.core.persist.LogSurvey;
import io.pragh.core.persist.RestoreProgress;
import io.pragh.core.persist.Restoring;
import io.pragh.core.standing.NodeShare;
import io.pragh.core.standing.PartitionCopy;
import io.pragh.core.store.Partition;
import io.pragh.core.timestamp.Timestamps;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Restores the partitions of a data folder at a separate node that no other node can reach, and passes their memory
 * to the node that is to serve them. One thread.
 */
// The fabric of the receiving node makes the memory, which changes hands as after a handover: it is described, and
// expected until a view says that the node serves it.
final class PartRestore {
    private static final int SELF = 0;
    /** Contains T, so it must be served as well. */
    private static final int LEADING = 0;

    private static final int BUCKETS_PER_STEP = 4096;

    private final DataFolder folder;
    private final LogSurvey survey;
    private final NodeConfig config;
    private final List<ValueOperation> operations;

    PartRestore(DataFolder folder, LogSurvey survey, NodeConfig config, List<ValueOperation> operations) {
        this.folder = folder;
        this.survey = survey;
        // It reads nothing from others, and the serving node's cache has taken its share of the memory.
        this.config = config.withLog(CommitLog.NONE).withCacheBytes(LocationCache.BYTES_MIN);
        this.operations = operations;
    }

    /**
     * Restores all partitions, and makes the target's share expect them.
     *
     * @param epoch of a view, later than any in which a node has served these partitions
     * @param first the first value of T, if its partition is kept here
     */
    Restoring.Restored run(PraghNode target, long epoch, long first, RestoreProgress progress) {
        List<Partition> restored = new ArrayList<>();
        List<WordList> descriptions = new ArrayList<>();
        Restoring.Restored result;
        PraghNode node = alone(target.fabric()::region);
        try {
            result = new Restoring(folder, survey, new NodesTarget(List.of(node)), progress).run();
            for (Partition partition : node.partitions()) {
                if (folder.kept().contains(partition.id())) {
                    while (partition.table().growStep(BUCKETS_PER_STEP)) {
                        // a growing table cannot change hands
                    }
                    restored.add(partition);
                }
            }
        } finally {
            node.close();
        }
        for (Partition partition : restored) {
            WordList description = new WordList();
            partition.describe(description);
            node.parts.store.describe(description);
            node.parts.transactions.homes().describe(partition.id(), description);
            descriptions.add(description);
        }
        NodeShare share = target.parts.share;
        for (int i = 0; i < restored.size(); i++) {
            Partition partition = restored.get(i);
            begin(partition, epoch, first);
            share.expect(
                    partition.id(),
                    PartitionCopy.NEXT_LIFE,
                    partition.region(),
                    WordList.of(descriptions.get(i).bytes()));
        }
        return result;
    }

    /** Receives values. */
    @FunctionalInterface
    interface Values {
        /** Receives a key's value, or null if it has none, and its version. */
        void value(long key, @Nullable ByteBuffer body, long version);
    }

    /** Finds the values of some keys; the folder has everything that was ever committed for them. */
    void values(Set<Long> keys, Values found) {
        PraghNode node = alone(Region::direct);
        try {
            KeysTarget target = new KeysTarget(new NodesTarget(List.of(node)), keys);
            new Restoring(folder, survey, target, RestoreProgress.NONE).run();
            long[] wanted = keys.stream().mapToLong(Long::longValue).toArray();
            try (NodeSession session = node.openSession();
                    Transaction transaction =
                            session.begin(TransactionOptions.DEFAULT.reading().now())) {
                transaction.navigate(wanted, 0, wanted.length, Integer.MAX_VALUE, new ValueVisitor() {
                    @Override
                    public void value(int index, Region region, long body, int bytes) {
                        byte[] copy = new byte[bytes];
                        region.get(body, copy, 0, bytes);
                        found.value(wanted[index], ByteBuffer.wrap(copy), target.version(wanted[index]));
                    }

                    @Override
                    public void absent(int index) {
                        found.value(wanted[index], null, target.version(wanted[index]));
                    }
                });
            }
        } finally {
            node.close();
        }
    }

    private PraghNode alone(LocalFabric.Memory memory) {
        LocalNetwork nobody = new LocalNetwork(LatencyModel.NONE, Clock.SYSTEM);
        return new PraghNode(
                nobody.join(SELF, memory), StaticMembership.alone(view()), null, config, operations, Clock.SYSTEM);
    }

    /** Initializes the header words of a partition that depend on its node and time of restore. */
    private void begin(Partition partition, long epoch, long first) {
        partition.region().setLong(PartitionHeader.LIFE_OFFSET, PartitionHeader.life(epoch, false));
        partition.region().setLong(PartitionHeader.DECIDED_OFFSET, survey.decided());
        partition.region().setLong(PartitionHeader.REGISTRATION_OFFSET, Timestamps.NEVER);
        if (partition.id() == LEADING) {
            partition.region().setLong(PartitionHeader.TIMESTAMP_OFFSET, first);
        }
    }

    private ClusterView view() {
        int[] nodeOf = new int[folder.partitions()];
        Arrays.fill(nodeOf, ClusterView.NOBODY);
        folder.kept().forEach(partition -> nodeOf[partition] = SELF);
        nodeOf[LEADING] = SELF;
        return new ClusterView(1, List.of(new ClusterView.Member(SELF, "restore", "")), nodeOf);
    }
}
