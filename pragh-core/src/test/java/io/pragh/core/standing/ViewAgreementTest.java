package io.pragh.core.standing;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.PartitionHeader;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.fabric.local.LocalFabric;
import io.pragh.core.fabric.local.LocalNetwork;
import io.pragh.core.memory.Region;
import io.pragh.core.store.MemoryLimits;
import io.pragh.testkit.ManualClock;
import io.pragh.testkit.ScriptedMembership;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Checks how node 0 of four learns which views the others have in force; node n serves partition n, and the test
 * writes the nodes' words.
 */
class ViewAgreementTest {
    private static final LeasePolicy LEASE = new LeasePolicy(1_000, 100);
    private static final int NODES = 4;

    private final LocalNetwork network = new LocalNetwork();
    private final ManualClock clock = new ManualClock(1, 0);
    private final List<Region> regions = new ArrayList<>();
    private final ScriptedMembership membership = new ScriptedMembership(ClusterView.inTurn(NODES, NODES));
    private final NodeBasis basis;
    private final ViewAgreement agreement;

    ViewAgreementTest() {
        List<LocalFabric> fabrics = new ArrayList<>();
        for (int node = 0; node < NODES; node++) {
            Region region = Region.direct(Region.SEGMENT_BYTES_MIN, 1);
            region.grow();
            regions.add(region);
            fabrics.add(network.join(node));
            fabrics.get(node).expose(node, region);
        }
        basis = NodeBasis.of(
                fabrics.get(0), membership, new MemoryLimits(256 << 10, 1 << 20, 1), LEASE, 64 << 10, clock);
        agreement = new ViewAgreement(basis);
    }

    @AfterEach
    void close() {
        agreement.close();
    }

    private void inForce(int node, long epoch) {
        regions.get(node).setLongRelease(PartitionHeader.VIEW_OFFSET, epoch);
    }

    private void ask() {
        for (int steps = 0; steps < 4; steps++) {
            clock.advance(LEASE.silenceNanos());
            agreement.step(clock.nanos());
        }
    }

    private boolean isAgreed() {
        return agreement.isAgreed(clock.nanos());
    }

    private ClusterView without(ClusterView view, int gone) {
        int[] nodeOf = new int[NODES];
        int[] lives = new int[NODES];
        for (int partition = 0; partition < NODES; partition++) {
            boolean lost = view.nodeOf(partition) == gone;
            nodeOf[partition] = lost ? 0 : view.nodeOf(partition);
            lives[partition] = view.lifeOf(partition) + (lost ? 1 : 0);
        }
        List<ClusterView.Member> rest =
                view.members().stream().filter(m -> m.node() != gone).toList();
        return new ClusterView(view.epoch() + 1, rest, nodeOf, lives);
    }

    private ClusterView lose(int gone) {
        ClusterView later = without(membership.view(), gone);
        membership.change(later);
        agreement.applied(later, clock.nanos());
        return later;
    }

    /** Puts a view in force at nodes 1 and 2, which node 0 reads before a lease has passed. */
    private void othersHave(ClusterView later) {
        inForce(1, later.epoch());
        inForce(2, later.epoch());
        agreement.step(clock.nanos());
        clock.advance(LEASE.silenceNanos());
        agreement.step(clock.nanos());
        agreement.step(clock.nanos());
    }

    private void allHaveTheFirstView() {
        for (int node = 1; node < NODES; node++) {
            inForce(node, membership.view().epoch());
        }
        ask();
    }

    @Test
    void allMustHaveTheViewInForceThatSaysOfTheLoss() {
        allHaveTheFirstView();
        ClusterView later = lose(3);
        ask();
        assertFalse(isAgreed(), "nobody has said so");
        inForce(1, later.epoch());
        ask();
        assertFalse(isAgreed(), "one has not");
        inForce(2, later.epoch());
        ask();
        assertTrue(isAgreed());
    }

    @Test
    void aMemberThatWasNeverSeenMayNotKnowThisNodeAndHasALeaseAndItsMargin() {
        inForce(1, membership.view().epoch());
        inForce(2, membership.view().epoch());
        ask();
        long lostAt = clock.nanos();
        ClusterView later = lose(3);
        othersHave(later);
        assertFalse(isAgreed());
        clock.advance(LEASE.reclaimNanos() - (clock.nanos() - lostAt) - 1);
        assertFalse(isAgreed());
        clock.advance(1);
        assertTrue(isAgreed());
    }

    @Test
    void aMemberWhoseOnlyViewWasOfBeforeThisNodeDoesNotKnowIt() {
        inForce(1, membership.view().epoch());
        inForce(2, membership.view().epoch());
        inForce(3, membership.view().epoch() - 1);
        ask();
        ClusterView later = lose(3);
        othersHave(later);
        assertFalse(isAgreed());
    }

    @Test
    void aSecondLossBeginsAnew() {
        allHaveTheFirstView();
        ClusterView first = lose(3);
        inForce(1, first.epoch());
        inForce(2, first.epoch());
        ask();
        assertTrue(isAgreed());
        ClusterView second = lose(2);
        ask();
        assertFalse(isAgreed());
        inForce(1, second.epoch());
        ask();
        assertTrue(isAgreed());
    }

    @Test
    void whoHasJoinedSinceNeedNotSayAnything() {
        allHaveTheFirstView();
        ClusterView later = lose(3);
        inForce(1, later.epoch());
        inForce(2, later.epoch());
        ask();
        List<ClusterView.Member> more = new ArrayList<>(later.members());
        more.add(new ClusterView.Member(9, "new", ""));
        ClusterView joined = new ClusterView(later.epoch() + 1, more, new int[] {0, 1, 2, 0}, new int[] {0, 0, 0, 1});
        membership.change(joined);
        agreement.applied(joined, clock.nanos());
        assertTrue(isAgreed());
    }

    @Test
    void aMemberThatServesNothingCannotSayAnything() {
        allHaveTheFirstView();
        ClusterView before = membership.view();
        ClusterView handed =
                new ClusterView(before.epoch() + 1, before.members(), new int[] {0, 1, 1, 3}, new int[NODES]);
        membership.change(handed);
        agreement.applied(handed, clock.nanos());
        for (int node = 1; node < NODES; node++) {
            inForce(node, handed.epoch());
        }
        ask();
        ClusterView later = lose(3);
        inForce(1, later.epoch());
        ask();
        assertFalse(isAgreed());
    }

    /** Nobody knows whether such a member asks this node before it acts. */
    @Test
    void aLossOfWhichNoViewNamesTheMemberTakesALease() {
        allHaveTheFirstView();
        ClusterView before = membership.view();
        List<ClusterView.Member> more = new ArrayList<>(before.members());
        more.add(new ClusterView.Member(9, "new", ""));
        ClusterView joined = new ClusterView(before.epoch() + 1, more, new int[] {9, 1, 2, 3}, new int[NODES]);
        ClusterView later = without(joined, 9);
        membership.change(later);
        agreement.applied(later, clock.nanos());
        for (int node = 1; node < NODES; node++) {
            inForce(node, later.epoch());
        }
        ask();
        assertFalse(isAgreed());
        clock.advance(LEASE.reclaimNanos());
        assertTrue(isAgreed());
    }
}
