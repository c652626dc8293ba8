package io.pragh.core.node;

import io.pragh.core.address.PartitionHeader;
import io.pragh.core.api.NewValues;
import io.pragh.core.persist.RestoreTarget;
import io.pragh.core.store.Partition;
import io.pragh.core.txn.home.CommitRecord;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntPredicate;

/** Restores into empty partitions of nodes; node n is at index n of the list. One thread. */
final class NodesTarget implements RestoreTarget {
    private final List<PraghNode> nodes;

    NodesTarget(List<PraghNode> nodes) {
        this.nodes = nodes;
    }

    private PraghNode node(int partition) {
        return nodes.get(nodes.get(0).view().nodeOf(partition));
    }

    private Partition partition(int id) {
        return Objects.requireNonNull(node(id).parts.share.store().partition(id));
    }

    @Override
    public void moment(long timestamp) {
        Partition leading = partition(0);
        if (timestamp > leading.region().getLongVolatile(PartitionHeader.TIMESTAMP_OFFSET)) {
            leading.region().setLongRelease(PartitionHeader.TIMESTAMP_OFFSET, timestamp);
        }
        for (PraghNode node : nodes) {
            node.parts.timestamps.raise(node.parts.basis.clock().nanos());
        }
    }

    @Override
    public void expect(int partition, long keys) {
        node(partition).parts.transactions.homes().local().expect(partition, keys);
    }

    @Override
    public boolean restore(int partition, NewValues values, Map<Long, Long> rolls, long timestamp) {
        return node(partition).parts.transactions.homes().local().restore(partition, values, rolls, timestamp);
    }

    @Override
    public void uncounted(int partition) {
        partition(partition).rolls().lose();
    }

    @Override
    public boolean redo(CommitRecord record, IntPredicate at) {
        boolean all = true;
        for (PraghNode node : nodes) {
            IntPredicate here = home -> at.test(home) && node.view().nodeOf(home) == node.self();
            all &= node.parts.transactions.homes().local().redo(record, here);
        }
        return all;
    }
}
