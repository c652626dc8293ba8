package io.pragh.core.standing;

import io.pragh.core.address.PartitionHeader;
import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import java.util.BitSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Declares at all homes that the values lost up to now were written again or are given up, and waits until each home
 * has acted on it ({@link Restoration}). The request is a word in the header of every partition, so a partition that
 * is handed over takes it along. One thread.
 */
public final class LossDeclaration {
    private static final long LOOK_NANOS = 2_000_000;
    /** The number of the life of a partition that was never lost. */
    private static final long FIRST_LIFE = 1;

    private final Endpoint endpoint;
    private final Supplier<ClusterView> views;
    private final ClusterView view;
    private final Batch batch = new Batch(128);
    private final BitSet incomplete = new BitSet();

    private LossDeclaration(Endpoint endpoint, Supplier<ClusterView> views) {
        this.endpoint = endpoint;
        this.views = views;
        this.view = views.get();
    }

    /**
     * Makes a declaration on behalf of a node, and returns how many partitions had lost their keys. Costs two batches
     * of one-sided operations, and one for each further look until all homes have answered.
     *
     * @throws PraghException that is retryable, when a node is lost meanwhile or a home does not answer in time
     */
    public static int make(NodeBasis node, long patienceNanos, Runnable whileWaiting) {
        try (Endpoint endpoint = node.fabric().open()) {
            LossDeclaration declaration = new LossDeclaration(endpoint, node::view);
            declaration.await(node.clock(), patienceNanos, whileWaiting);
            return declaration.incomplete.cardinality();
        }
    }

    /**
     * Whether anything was lost since the last declaration. Costs one batch of READs.
     *
     * @throws PraghException that is retryable, when a home does not answer
     */
    // A lost node had at least one partition, and each of its partitions begins anew in the view that reports the
    // loss, or a later one. So the latest loss is not later than the latest of the partitions' lives.
    public static boolean isNeeded(NodeBasis node) {
        try (Endpoint endpoint = node.fabric().open()) {
            Batch batch = new Batch(256);
            int partitions = node.view().partitions();
            for (int partition = 0; partition < partitions; partition++) {
                batch.readWord(partition, PartitionHeader.LIFE_OFFSET);
                batch.readWord(partition, PartitionHeader.SETTLED_OFFSET);
            }
            endpoint.execute(batch);
            long latest = FIRST_LIFE;
            long settled = Long.MAX_VALUE;
            for (int op = 0; op < batch.count(); op += 2) {
                if (!batch.ok(op) || !batch.ok(op + 1)) {
                    throw new PraghException(
                            "a home does not answer, perhaps because its node was just lost; try again: partition="
                                    + op / 2,
                            null,
                            true);
                }
                latest = Math.max(latest, PartitionHeader.lifeNumber(batch.result(op)));
                settled = Math.min(settled, batch.result(op + 1));
            }
            return latest > FIRST_LIFE && settled < latest;
        }
    }

    private void await(Clock clock, long patienceNanos, Runnable whileWaiting) {
        long began = clock.nanos();
        BitSet open = new BitSet();
        open.set(0, view.partitions());
        while (true) {
            checkLives();
            look(open);
            if (open.isEmpty()) {
                return;
            }
            if (clock.nanos() - began > patienceNanos) {
                throw new PraghException(
                        "homes have not answered in time, perhaps because the loss of a node is still being recovered from;"
                                + " try again: partitions=" + open + " seconds=" + patienceNanos / 1_000_000_000,
                        null,
                        true);
            }
            whileWaiting.run();
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private void checkLives() {
        ClusterView now = views.get();
        for (int partition = 0; partition < view.partitions(); partition++) {
            if (now.lifeOf(partition) != view.lifeOf(partition)) {
                throw lostMore();
            }
        }
    }

    private static PraghException lostMore() {
        return new PraghException(
                "another node was lost meanwhile, and nobody has declared what was lost with it given up; try again if it"
                        + " is, too",
                null,
                true);
    }

    /** Asks the partitions that were not asked yet, and removes those that have answered. */
    private void look(BitSet open) {
        int[] partitions = open.stream().toArray();
        batch.clear();
        for (int partition : partitions) {
            batch.readWord(partition, PartitionHeader.LIFE_OFFSET);
            batch.readWord(partition, PartitionHeader.GIVEN_UP_OFFSET);
            batch.readWord(partition, PartitionHeader.SETTLED_OFFSET);
        }
        endpoint.execute(batch);
        long[] asked = new long[partitions.length];
        for (int i = 0; i < partitions.length; i++) {
            int op = 3 * i;
            asked[i] = Long.MAX_VALUE;
            if (!batch.ok(op) || !batch.ok(op + 1) || !batch.ok(op + 2)) {
                continue;
            }
            long settled = batch.result(op + 2);
            if (settled <= -view.epoch()) {
                throw lostMore();
            }
            if (settled >= view.epoch()) {
                open.clear(partitions[i]);
            } else if (PartitionHeader.isIncomplete(batch.result(op))) {
                incomplete.set(partitions[i]);
            }
            asked[i] = batch.result(op + 1);
        }
        ask(partitions, asked);
    }

    /**
     * Raises the words that say up to which view losses are given up. A concurrent declaration is noticed at the next
     * look.
     */
    private void ask(int[] partitions, long[] asked) {
        batch.clear();
        for (int i = 0; i < partitions.length; i++) {
            if (asked[i] < view.epoch()) {
                batch.cas(partitions[i], PartitionHeader.GIVEN_UP_OFFSET, asked[i], view.epoch());
            }
        }
        if (batch.count() > 0) {
            endpoint.execute(batch);
        }
    }
}
