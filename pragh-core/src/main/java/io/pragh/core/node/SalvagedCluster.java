package io.pragh.core.node;

import io.pragh.core.address.HomeMap;
import io.pragh.core.api.NewValues;
import io.pragh.core.base.PraghException;
import io.pragh.core.durable.CommitLog;
import io.pragh.core.durable.DataFolder;
import io.pragh.core.durable.SalvageReport;
import io.pragh.core.persist.LogSurvey;
import io.pragh.core.persist.RestoreProgress;
import io.pragh.core.persist.RestoreTarget;
import io.pragh.core.persist.Restoring;
import io.pragh.core.txn.home.CommitRecord;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntPredicate;

/**
 * The nodes of a graph that a repair has put together, in memory alone: commits that depend on lost values are left
 * out. One thread.
 */
public final class SalvagedCluster implements AutoCloseable {
    private final LocalCluster nodes;

    private SalvagedCluster(LocalCluster nodes) {
        this.nodes = nodes;
    }

    /**
     * Starts nodes and restores the folder into them.
     *
     * @param starting starts unused nodes
     * @param report receives the commits that cannot be redone
     */
    public static SalvagedCluster open(
            DataFolder folder,
            Function<CommitLog, LocalCluster> starting,
            SalvageReport report,
            RestoreProgress progress) {
        LocalCluster nodes = starting.apply(CommitLog.NONE);
        boolean done = false;
        try {
            Target target = new Target(new NodesTarget(nodes.nodes()), nodes, report);
            new Restoring(folder, LogSurvey.of(folder), target, progress).run();
            done = true;
            return new SalvagedCluster(nodes);
        } finally {
            if (!done) {
                nodes.close();
            }
        }
    }

    /** The nodes. */
    public LocalCluster nodes() {
        return nodes;
    }

    @Override
    public void close() {
        nodes.close();
    }

    /** Restores into nodes, and reports a commit that cannot be redone instead of failing. */
    private record Target(RestoreTarget whole, LocalCluster nodes, SalvageReport report) implements RestoreTarget {
        /** How long to wait for a key that the node's own upkeep may hold. */
        private static final long PATIENCE_NANOS = 20_000_000;

        @Override
        public void moment(long timestamp) {
            whole.moment(timestamp);
        }

        @Override
        public void expect(int partition, long keys) {
            whole.expect(partition, keys);
        }

        @Override
        public boolean restore(int partition, NewValues values, Map<Long, Long> rolls, long timestamp) {
            return whole.restore(partition, values, rolls, timestamp);
        }

        @Override
        public void uncounted(int partition) {
            whole.uncounted(partition);
        }

        @Override
        public boolean redo(CommitRecord record, IntPredicate at) {
            check(record);
            boolean all = true;
            for (PraghNode node : nodes.nodes()) {
                IntPredicate here = home -> at.test(home) && node.view().nodeOf(home) == node.self();
                all &= node.parts.transactions.homes().local().redo(record, here, PATIENCE_NANOS);
            }
            if (!all) {
                report.lost("a commit builds on what is lost, and is left out: timestamp=" + record.timestamp()
                        + " partitions=" + record.homes() + " changes="
                        + record.claims().size());
            }
            return true;
        }

        /** Refuses a commit of a graph with another number of partitions: nothing in the folder may have said it. */
        private void check(CommitRecord record) {
            HomeMap homes = nodes.node(0).homes();
            boolean fits = record.homes().stream().allMatch(home -> home < homes.partitions())
                    && record.claims().stream().allMatch(claim -> record.homes().contains(homes.home(claim.key())));
            if (!fits) {
                throw new PraghException("the commits of the log are not those of a graph with so many partitions; say"
                        + " how many it has (--partitions): partitions=" + homes.partitions());
            }
        }
    }
}
