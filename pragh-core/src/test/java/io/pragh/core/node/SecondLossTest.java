package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.fabric.local.LocalNetwork;
import io.pragh.core.graph.ListOperations;
import io.pragh.testkit.ManualClock;
import io.pragh.testkit.ScriptedMembership;
import io.pragh.testkit.Workers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks the loss of a second member at the moment at which the keys lost with a first one are all marked. */
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
}
