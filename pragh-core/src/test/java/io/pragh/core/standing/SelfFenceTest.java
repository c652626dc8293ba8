package io.pragh.core.standing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.fabric.local.LocalFabric;
import io.pragh.core.fabric.local.LocalNetwork;
import io.pragh.core.memory.Region;
import io.pragh.testkit.ScriptedMembership;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks node 0 of three, which is cut off from the keeper of the membership; the test provides the clock. */
class SelfFenceTest {
    private static final LeasePolicy POLICY = new LeasePolicy(1_000, 100);
    private static final long LEASE = POLICY.cacheNanos();
    private static final long SILENCE = POLICY.silenceNanos();
    private static final long LOST_AT = 50;

    private final LocalNetwork network = new LocalNetwork();
    private final LocalFabric[] fabrics = {network.join(0), network.join(1), network.join(2)};
    private final ScriptedMembership membership = new ScriptedMembership(ClusterView.inTurn(3, 6));
    private final List<Standing> changes = new ArrayList<>();
    private final SelfFence fence = fenceOf(membership);
    private long now = LOST_AT + 1;

    private SelfFence fenceOf(ScriptedMembership of) {
        return new SelfFence(0, of, fabrics[0].open(), POLICY, 0, changes::add);
    }

    SelfFenceTest() {
        for (int p = 0; p < 6; p++) {
            Region region = Region.direct(Region.SEGMENT_BYTES_MIN, 1);
            region.grow();
            fabrics[p % 3].expose(p, region);
        }
        fence.step(LOST_AT);
        membership.disconnect();
    }

    private Standing at(long nanos) {
        fence.step(nanos);
        return fence.standing();
    }

    private void run(long from, long to, Standing expected) {
        for (long now = from; now <= to; now += LEASE / 20) {
            assertEquals(expected, at(now), "at " + now);
        }
    }

    @Test
    void aMemberThatIsCutOffTakesUpdatesForALeaseAndNoLonger() {
        assertEquals(Standing.MEMBER, fence.standing());
        run(LOST_AT + 1, LOST_AT + LEASE - 1, Standing.DOUBTED);
        assertEquals(Standing.READ_ONLY, at(LOST_AT + LEASE));
    }

    @Test
    void withTheKeeperGoneReadsGoOnForEver() {
        run(LOST_AT + 1, LOST_AT + LEASE - 1, Standing.DOUBTED);
        run(LOST_AT + LEASE, 20 * LEASE, Standing.READ_ONLY);
        membership.reconnect(membership.view());
        assertEquals(Standing.MEMBER, at(20 * LEASE + 1));
        assertEquals(List.of(Standing.DOUBTED, Standing.READ_ONLY, Standing.MEMBER), changes);
    }

    @Test
    void backWithinTheLeaseNothingWasLost() {
        run(LOST_AT + 1, LOST_AT + LEASE - 1, Standing.DOUBTED);
        membership.reconnect(membership.view());
        assertEquals(Standing.MEMBER, at(LOST_AT + LEASE));
        membership.disconnect();
        // the lease has begun again
        run(LOST_AT + LEASE + 1, LOST_AT + 2 * LEASE - 1, Standing.DOUBTED);
    }

    @Test
    void aMemberThatOneOtherRefusesIsSilentBeforeTheOtherTakesUpdates() {
        stepUntil(3 * LEASE);
        assertEquals(Standing.READ_ONLY, fence.standing());
        fabrics[2].fence(0);
        long fencedAt = 3 * LEASE;
        long now = fencedAt;
        while (fence.standing() != Standing.SILENT) {
            now += LEASE / 20;
            fence.step(now);
            assertTrue(now <= fencedAt + SILENCE, "too late: " + now);
        }
        stepUntil(10 * LEASE);
        assertEquals(Standing.SILENT, fence.standing());
    }

    @Test
    void aMemberWhoseProcessHasStoodStillAsksBeforeItActs() {
        run(LOST_AT + 1, LOST_AT + LEASE / 4, Standing.DOUBTED);
        assertEquals(Standing.DOUBTED, at(LOST_AT + LEASE / 2), "all have answered");
        fabrics[2].fence(0);
        assertEquals(Standing.SILENT, at(LOST_AT + LEASE * 7 / 8));
    }

    private void stepUntil(long to) {
        stepFrom(LOST_AT, to);
    }

    private void stepFrom(long from, long to) {
        for (long now = from; now <= to; now += LEASE / 20) {
            fence.step(now);
        }
    }

    @Test
    void aMemberThatCannotReachAnotherIsSilentUntilItCan() {
        network.cut(0, 1);
        run(LOST_AT + 1, LOST_AT + SILENCE - 1, Standing.DOUBTED);
        run(LOST_AT + SILENCE, LEASE / 2, Standing.SILENT);
        network.heal(0, 1);
        run(LEASE / 2 + SILENCE, LOST_AT + LEASE - 1, Standing.DOUBTED);
        network.cut(0, 1);
        stepFrom(LOST_AT + LEASE, 2 * LEASE);
        run(2 * LEASE, 3 * LEASE, Standing.SILENT);
        network.heal(0, 1);
        run(3 * LEASE + SILENCE, 5 * LEASE, Standing.READ_ONLY);
    }

    /** A member that is connected, and whose keeper has answered nothing since {@link #LOST_AT}. */
    private void answersNoMore() {
        membership.reconnect(membership.view());
        membership.answersNoMore(() -> now - LOST_AT);
    }

    private void runUnanswered(long to, Standing expected) {
        for (; now <= to; now += LEASE / 20) {
            assertEquals(expected, at(now), "at " + now);
        }
    }

    @Test
    void aConnectedMemberWhoseKeeperAnswersNoMoreIsSilentAQuarterOfALeaseAfterItsQuestion() {
        answersNoMore();
        fabrics[2].fence(0);
        runUnanswered(LOST_AT + SILENCE - 1, Standing.MEMBER);
        now = LOST_AT + SILENCE;
        runUnanswered(2 * LEASE, Standing.SILENT);
    }

    @Test
    void aMemberBeginsWithItsLastAnswerToo() {
        ScriptedMembership other = new ScriptedMembership(membership.view());
        other.answersNoMore(() -> SILENCE);
        fabrics[2].fence(0);
        SelfFence begun = fenceOf(other);
        begun.step(0);
        assertEquals(Standing.SILENT, begun.standing());
    }

    @Test
    void aConnectedMemberWhoseKeeperAnswersNoMoreTakesUpdatesForALeaseWhileAllVouch() {
        answersNoMore();
        runUnanswered(LOST_AT + SILENCE - 1, Standing.MEMBER);
        assertTrue(fabrics[0].tally().counters().reads() > 0, "they are asked before it needs their answers");
        runUnanswered(LOST_AT + LEASE - 1, Standing.DOUBTED);
        now = LOST_AT + LEASE;
        runUnanswered(3 * LEASE, Standing.READ_ONLY);
        membership.answersNoMore(() -> 0);
        assertEquals(Standing.MEMBER, at(now));
        assertEquals(List.of(Standing.DOUBTED, Standing.READ_ONLY, Standing.MEMBER), changes);
    }

    @Test
    void aMemberThatServesNothingCannotVouch() {
        ScriptedMembership other = new ScriptedMembership(
                new ClusterView(1, ClusterView.inTurn(3, 6).members(), new int[] {0, 1, 0, 1, 0, 1}));
        SelfFence alone = fenceOf(other);
        other.disconnect();
        alone.step(SILENCE - 1);
        assertEquals(Standing.DOUBTED, alone.standing());
        alone.step(SILENCE);
        assertEquals(Standing.SILENT, alone.standing());
    }
}
