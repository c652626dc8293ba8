package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.access.ReadOptions;
import io.pragh.core.address.GraphKey;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.store.Partition;
import io.pragh.testkit.Workers;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Checks recovery while compaction is under way: values lie sparsely at one node, which is rewriting them when the
 * home of their keys dies.
 */
class CompactionBesideRecoveryTest {
    private static final int VICTIM = 0;
    private static final int OWNER = 1;
    private static final int KEYS = 3_000;
    private static final int OWN_PER_KEY = 2;
    private static final int BYTES = 1_000;
    /** The number of values that one transaction writes. */
    private static final int AT_ONCE = 100;

    /** A transaction waits for a key for longer than this test waits for anything. */
    private static final ReadOptions PATIENT = new ReadOptions(true, true, 240_000_000_000L);
    /** A lease so long that recovery passes through memory more than once before it marks keys as lost. */
    private static final LeasePolicy LONG = new LeasePolicy(400_000_000L, 1_200_000_000L);

    private final TransactionFixture world = new TransactionFixture(
            3, TransactionFixture.CONFIG.withRead(PATIENT).withLease(LONG));
    private final Workers workers = new Workers();

    @AfterEach
    void end() {
        workers.close();
        world.close();
    }

    /** The number-th key of a partition of the node that goes to {@code OWNER} when the victim dies. */
    private long key(int node, int number) {
        ClusterView after = LocalCluster.without(world.view, VICTIM);
        int partition = Arrays.stream(world.view.partitionsOf(node))
                .filter(p -> after.nodeOf(p) == OWNER)
                .findFirst()
                .orElseThrow();
        return GraphKey.of(GraphKey.KIND_PLAIN, 0, 0, world.nodes.get(0).homes().mint(partition, number));
    }

    private void poll() {
        world.nodes.forEach(PraghNode::poll);
    }

    private int moved() {
        int moved = 0;
        for (Partition partition : world.nodes.get(VICTIM).partitions()) {
            for (int i = 0; i < KEYS; i++) {
                long key = key(VICTIM, i);
                if (partition.id() == world.nodes.get(VICTIM).homes().home(key)) {
                    long word = partition.table().addressOf(key);
                    moved += world.view.nodeOf(ValueAddress.partition(word)) == OWNER ? 1 : 0;
                }
            }
        }
        return moved;
    }

    private void write(int node, int first, int count) {
        world.sessions.get(node).retry(TransactionOptions.DEFAULT, t -> {
            for (int i = first; i < first + count; i++) {
                t.write(key(node, i), new byte[BYTES]);
            }
            return count;
        });
    }

    private void delete(int node, int first, int count) {
        world.sessions.get(node).retry(TransactionOptions.DEFAULT, t -> {
            for (int i = first; i < first + count; i++) {
                t.delete(key(node, i));
            }
            return count;
        });
    }

    /** Moves values to the owner, between values of the owner that are deleted afterwards. */
    private void scatter() {
        for (int i = 0; i < KEYS; i += AT_ONCE) {
            write(VICTIM, i, AT_ONCE);
            for (int j = i; j < i + AT_ONCE; j++) {
                world.nodes.get(OWNER).pull(key(VICTIM, j));
            }
            int most = i + AT_ONCE * 9 / 10;
            workers.await("values move", () -> {
                poll();
                return moved() >= most;
            });
            write(OWNER, OWN_PER_KEY * i, OWN_PER_KEY * AT_ONCE);
        }
        for (int i = 0; i < KEYS; i += AT_ONCE) {
            delete(OWNER, OWN_PER_KEY * i, OWN_PER_KEY * AT_ONCE);
        }
    }

    /**
     * To rewrite a value, compaction needs its home, which waits until keys are marked as lost. The same thread marks
     * them, so it must not begin with the rewriting.
     */
    @Test
    void whatItWouldWaitForIsMarkedFirst() {
        scatter();
        PraghNode owner = world.nodes.get(OWNER);
        workers.await("some are written again", () -> {
            poll();
            return owner.valuesCompacted() > 0;
        });
        world.network.kill(VICTIM);
        world.membership.change(LocalCluster.without(world.view, VICTIM));
        long compacted = owner.valuesCompacted();
        assertTrue(compacted < KEYS / 2, "most are left: compacted=" + compacted);
        workers.await("recovery begins", () -> !owner.recovered());
        workers.await("recovery ends", () -> {
            poll();
            return owner.recovered();
        });
    }
}
