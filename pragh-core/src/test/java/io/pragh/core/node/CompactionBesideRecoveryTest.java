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

/** Values that lie sparsely at one node, and are being written again there, when the home of their keys dies. */
class CompactionBesideRecoveryTest {
    private static final int VICTIM = 0;
    private static final int OWNER = 1;
    private static final int KEYS = 3_000;
    private static final int OWN_PER_KEY = 2;
    private static final int BYTES = 1_000;
    /** Values of a transaction. */
    private static final int AT_ONCE = 100;

    /** Whoever waits for a key does so for longer than this test waits for anything. */
    private static final ReadOptions PATIENT = new ReadOptions(true, true, 240_000_000_000L);
    /** So long that memory is looked through more than once before keys are marked as lost. */
    private static final LeasePolicy LONG = new LeasePolicy(400_000_000L, 1_200_000_000L);

    private final TransactionFixture world = new TransactionFixture(
            3, TransactionFixture.CONFIG.withRead(PATIENT).withLease(LONG));
    private final Workers workers = new Workers();

    @AfterEach
    void end() {
        workers.close();
        world.close();
    }

    /** The number-th key of a partition that is the node's; of the victim's, one that becomes the owner's. */
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

    /** Values that move to the owner, between others of its own that do not stay. */
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

    /** To write one again takes its home, which waits until keys are marked as lost, and what marks them is the same thread. */
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
