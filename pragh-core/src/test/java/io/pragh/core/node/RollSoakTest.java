package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.api.ConflictException;
import io.pragh.core.api.KeyScan;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.api.ValueVisitor;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.memory.Region;
import io.pragh.testkit.FaultPlan;
import io.pragh.testkit.Seeds;
import io.pragh.testkit.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Checks the rules of rolls: there are never more members than allowed, in any snapshot. Transactions at all nodes
 * count the members of all homes without validating any single one, and add a member if there are fewer than allowed,
 * or else remove one; meanwhile values and whole partitions move.
 */
class RollSoakTest {
    private static final int NODES = 3;
    private static final int MEMBERS_MAX = 3;
    private static final int NUMBERS = 12;
    private static final long PATIENCE_NANOS = 120_000_000_000L;

    private final AtomicInteger committed = new AtomicInteger();
    private final AtomicInteger full = new AtomicInteger();
    private final AtomicInteger moved = new AtomicInteger();

    /**
     * {@code -Dpragh.rolls.commits=N} sets the length of a run, {@code -Dpragh.rolls.seed=N} repeats a run's choices.
     */
    @Test
    void thereAreNeverMoreMembersThanAllowed() {
        long seed = Seeds.of("pragh.rolls.seed");
        int commits = Integer.getInteger("pragh.rolls.commits", 60);
        String origin = "-Dpragh.rolls.seed=" + seed;
        SplittableRandom random = new SplittableRandom(seed);
        try (TransactionCluster cluster = TransactionCluster.patient(NODES, FaultPlan.benign(seed));
                Workers workers = new Workers()) {
            for (int n = 0; n < NODES; n++) {
                int self = n;
                SplittableRandom own = random.split();
                workers.start(() -> count(cluster.node(self), own, workers, origin));
            }
            SplittableRandom own = random.split();
            workers.start(() -> move(cluster, own, workers, origin));
            for (int part = 1; part <= 4; part++) {
                int next = part * commits / 4; // each move has its time
                workers.await("commits: " + next + " " + origin, () -> committed.get() >= next);
            }
            workers.await("partitions have moved, " + origin, () -> moved.get() > 1);
            workers.stop();
            System.out.println("rolls: " + origin + " committed=" + committed + " full=" + full + " moved=" + moved);
            assertTrue(full.get() > 0, "nobody was told that there are enough: " + origin);
            cluster.settle(workers);
        }
    }

    private void count(PraghNode node, SplittableRandom random, Workers workers, String origin) {
        try (NodeSession session = node.openSession()) {
            while (!workers.stopped()) {
                try {
                    session.retry(
                            TransactionOptions.DEFAULT,
                            transaction -> turn(node, session, transaction, random, origin));
                    committed.incrementAndGet();
                } catch (ConflictException othersWereFaster) {
                    // the attempts are used up; the next turn tries again
                }
            }
        }
    }

    private boolean turn(
            PraghNode node, NodeSession session, Transaction transaction, SplittableRandom random, String origin) {
        HomeMap homes = node.homes();
        List<Long> members = members(homes, session, transaction);
        assertTrue(members.size() <= MEMBERS_MAX, () -> "members=" + members.size() + " " + origin);
        boolean isFull = members.size() == MEMBERS_MAX;
        int partition = random.nextInt(homes.partitions());
        long key = isFull
                ? members.get(random.nextInt(members.size()))
                : GraphKey.of(GraphKey.KIND_PLAIN, 0, 0, homes.mint(partition, 1 + random.nextInt(NUMBERS)));
        transaction.sign(roll(homes, homes.home(key)), 0);
        if (isFull) {
            full.incrementAndGet();
            transaction.delete(key);
        } else {
            transaction.write(key, new byte[] {1});
        }
        return isFull;
    }

    private static long roll(HomeMap homes, int partition) {
        return GraphKey.of(GraphKey.KIND_ROLL, 0, 9, homes.mint(partition, 0));
    }

    private static List<Long> members(HomeMap homes, NodeSession session, Transaction transaction) {
        List<Long> members = new ArrayList<>();
        for (int partition = 0; partition < homes.partitions(); partition++) {
            transaction.watch(roll(homes, partition));
            List<Long> found = new ArrayList<>();
            for (long cursor = 0; cursor != KeyScan.END; ) {
                cursor = session.scan(partition, GraphKey.KIND_PLAIN, cursor, KeyScan.KEYS_MAX, found::add);
            }
            long[] keys = found.stream().mapToLong(key -> key).toArray();
            transaction.navigate(keys, 0, keys.length, 0, new ValueVisitor() {
                @Override
                public void value(int index, Region region, long body, int bodyBytes) {
                    members.add(keys[index]);
                }
            });
        }
        return members;
    }

    private void move(TransactionCluster cluster, SplittableRandom random, Workers workers, String origin) {
        while (!workers.stopped()) {
            ClusterView view = cluster.view();
            int partition = random.nextInt(view.partitions());
            int giver = view.nodeOf(partition);
            int taker = random.nextInt(NODES);
            HomeMap homes = cluster.node(taker).homes();
            cluster.node(taker)
                    .pull(GraphKey.of(GraphKey.KIND_PLAIN, 0, 0, homes.mint(partition, 1 + random.nextInt(NUMBERS))));
            if (taker != giver && view.partitionsOf(giver).length > 1) {
                assertEquals(true, cluster.node(taker).takeOver(partition, PATIENCE_NANOS), origin);
                moved.incrementAndGet();
            }
        }
    }
}
