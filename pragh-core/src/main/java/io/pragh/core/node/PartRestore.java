package io.pragh.core.node;

import io.pragh.core.address.PartitionHeader;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.base.Clock;
import io.pragh.core.base.WordList;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.StaticMembership;
import io.pragh.core.durable.CommitLog;
import io.pragh.core.durable.DataFolder;
import io.pragh.core.fabric.local.LatencyModel;
import io.pragh.core.fabric.local.LocalNetwork;
import io.pragh.core.persist.LogSurvey;
import io.pragh.core.persist.RestoreProgress;
import io.pragh.core.persist.Restoring;
import io.pragh.core.standing.NodeShare;
import io.pragh.core.standing.PartitionCopy;
import io.pragh.core.store.Partition;
import io.pragh.core.timestamp.Timestamps;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Restores the partitions of a data folder out of everybody's sight, at a node of its own that nobody can reach, and gives their memory
 * to the node that is to serve them. One thread.
 */
// The memory is made by the fabric of the node that gets it, and changes hands as after a handover: described, and
// expected until a view says who serves it.
final class PartRestore {
    private static final int SELF = 0;
    /** T lies there, so somebody has to have it. */
    private static final int LEADING = 0;

    private final DataFolder folder;
    private final LogSurvey survey;
    private final NodeConfig config;
    private final List<ValueOperation> operations;

    PartRestore(DataFolder folder, LogSurvey survey, NodeConfig config, List<ValueOperation> operations) {
        this.folder = folder;
        this.survey = survey;
        this.config = config.withLog(CommitLog.NONE);
        this.operations = operations;
    }

    /**
     * Restores all, and has {@code share} expect it.
     *
     * @param epoch of a view, later than any in which somebody has served these partitions
     * @param first what T begins with, where it lies here
     */
    Restoring.Restored run(PraghNode target, long epoch, long first, RestoreProgress progress) {
        LocalNetwork nobody = new LocalNetwork(LatencyModel.NONE, Clock.SYSTEM);
        StaticMembership alone = StaticMembership.alone(view());
        List<Partition> restored = new ArrayList<>();
        List<WordList> descriptions = new ArrayList<>();
        Restoring.Restored result;
        PraghNode node = new PraghNode(
                nobody.join(SELF, target.fabric()::region), alone, null, config, operations, Clock.SYSTEM);
        try {
            result = new Restoring(folder, survey, new NodesTarget(List.of(node)), progress).run();
            for (Partition partition : node.partitions()) {
                if (folder.kept().contains(partition.id())) {
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

    /** The words of a partition that are about who serves it, and since when. */
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
