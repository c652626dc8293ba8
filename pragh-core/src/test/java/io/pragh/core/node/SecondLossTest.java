package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.PartitionHeader;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.fabric.local.LocalNetwork;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.store.Partition;
import io.pragh.testkit.ManualClock;
import io.pragh.testkit.ScriptedMembership;
import io.pragh.testkit.Workers;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks losses that meet another change: the end of the marking after a first loss, or a handover. */
class SecondLossTest {
    private static final LeasePolicy LEASE = new LeasePolicy(1_000_000_000, 250_000_000);
    private static final int FIRST = 1;
    private static final int SECOND = 2;

    private final LocalNetwork network = new LocalNetwork();
    private final ManualClock clock = new ManualClock(1, 0);
    private final ClusterView view = ClusterView.inTurn(3, 6);
    private final ScriptedMembership membership = new ScriptedMembership(view);
    private final HookedFabric fabric = new HookedFabric(network.join(0));
    private final PraghNode node = new PraghNode(
            fabric, membership, null, TransactionFixture.CONFIG.withLease(LEASE), ListOperations.ALL, clock);
    private final Workers workers = new Workers();

    @AfterEach
    void stop() {
        workers.close();
        node.close();
    }

    private boolean isUnmarked(int member) {
        return node.parts.share.store().isUnmarked(view.partitionsOf(member)[0]);
    }

    private static boolean isUpkeepHeldUp() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(t -> t.getName().equals("pragh-upkeep-0") && t.getState() == Thread.State.BLOCKED);
    }

    /**
     * The upkeep reports that all keys are marked, and has to wait because a view is being applied, by which more are
     * lost.
     */
    @Test
    void whatASecondLossLeavesUnmarkedIsNotTakenForMarked() {
        ClusterView once = LocalCluster.without(view, FIRST);
        membership.change(once);
        assertTrue(isUnmarked(FIRST));
        fabric.whenFencing(lost -> {
            assertEquals(SECOND, lost);
            clock.advance(LEASE.reclaimNanos());
            workers.await("the upkeep reports", () -> node.parts.recovery.isMarked() && isUpkeepHeldUp());
        });
        membership.change(LocalCluster.without(once, SECOND));
        workers.await("the upkeep hears of the second loss", node.parts.recovery::losesNothing);
        assertTrue(isUnmarked(SECOND), "no lease has passed since");
        clock.advance(LEASE.reclaimNanos());
        workers.await("all keys are marked", () -> !isUnmarked(FIRST) && !isUnmarked(SECOND));
    }

    /** A view may replace one of which this node never heard, in which the lost member served one partition more. */
    @Test
    void whatWasHandedOverToALostMemberInBetweenIsLostWithIt() {
        int handed = view.partitionsOf(SECOND)[0];
        membership.change(LocalCluster.without(view.handedOver(handed, FIRST), FIRST));
        assertTrue(isUnmarked(FIRST));
        assertTrue(node.parts.share.store().isUnmarked(handed), "it was with the lost member");
        clock.advance(LEASE.reclaimNanos());
        workers.await(
                "all keys are marked",
                () -> !isUnmarked(FIRST) && !node.parts.share.store().isUnmarked(handed));
    }

    /** The member that has given the partition away gets it anew, and does not wait for the lost one. */
    @Test
    void whatThisNodeHadHandedOverItServesAnewWhenItsNewNodeIsLost() {
        Partition before = node.parts.partitions().get(0);
        workers.await("it is sealed", () -> node.parts.share.seal(before, node.parts.recovery::idle));
        ClusterView handed = view.handedOver(before.id(), FIRST);
        int[] nodeOf = IntStream.range(0, view.partitions())
                .map(p -> handed.nodeOf(p) == FIRST ? 0 : handed.nodeOf(p))
                .toArray();
        List<ClusterView.Member> rest =
                view.members().stream().filter(m -> m.node() != FIRST).toList();
        membership.change(handed.reassigned(rest, nodeOf));
        assertFalse(node.parts.share.isSealed(before));
        assertNotNull(node.parts.share.store().partition(before.id()));
        assertNotSame(before, node.parts.share.store().partition(before.id()));
    }

    /** What else the view says holds meanwhile: others wait for this node to have it in force. */
    @Test
    void aLostPartitionWaitsForMemoryWithoutKeepingTheNodeFromItsView() {
        fabric.leaveSegments(0);
        ClusterView later = LocalCluster.without(view, FIRST);
        int[] came = IntStream.of(view.partitionsOf(FIRST))
                .filter(p -> later.nodeOf(p) == 0)
                .toArray();
        membership.change(later);
        assertTrue(isUnmarked(FIRST));
        assertEquals(
                later.epoch(),
                node.parts.partitions().get(0).region().getLongAcquire(PartitionHeader.VIEW_OFFSET),
                "the view is in force");
        assertFalse(node.parts.serves(came[0]));
        clock.advance(LEASE.reclaimNanos());
        workers.await("all keys are marked", () -> !isUnmarked(FIRST));
        fabric.leaveSegments(8);
        clock.advance(LEASE.reclaimNanos());
        workers.await("there is memory", () -> node.parts.serves(came[0]));
        Partition partition = Objects.requireNonNull(node.parts.share.store().partition(came[0]));
        workers.await(
                "the view is in force there, too",
                () -> partition.region().getLongAcquire(PartitionHeader.VIEW_OFFSET) == later.epoch());
    }
}
