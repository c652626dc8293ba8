package io.pragh.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.explore.CommitPlan.Death;
import io.pragh.explore.CommitPlan.Loss;
import io.pragh.explore.CommitPlan.Reader;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Explores commits of two homes on the production code, in every order of their steps (HOLD, STAMP and PUBLISH): no
 * snapshot sees a part of a commit, reported outcomes stay true, no key stays locked, and no memory is lost. Plans
 * add snapshots of both keys, a value that lies elsewhere, a message that arrives twice or is lost and repeated, and
 * two transactions that write the same keys. In others a coordinator is expelled and continues, or gives up, while
 * the homes learn of it at different times, or a home dies, with or without the coordinator.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class CommitExplorationTest {
    private static final int STATES_MAX = 5_000;
    private static final int STATES_MAX_IN_FULL = 20_000;

    private static final List<Integer> NONE = List.of();
    private static final List<Integer> FIRST = List.of(0);
    private static final List<Integer> SECOND = List.of(1);
    private static final List<Integer> FIRST_IS_EARLIER = List.of(0, 1);
    private static final List<Integer> SECOND_IS_EARLIER = List.of(1, 0);

    private static void holds(CommitPlan plan) {
        CommitExplorer.explore(plan, STATES_MAX);
    }

    /** Explores a plan; returns the sets of commits that are possible in the end, by their timestamps. */
    private static Set<List<Integer>> endings(CommitPlan plan) {
        return CommitExplorer.explore(plan, STATES_MAX);
    }

    @Test
    void aSnapshotSeesAllOfACommitOrNothing() {
        holds(CommitPlan.ONE.readBy(Reader.A_FIRST));
        holds(CommitPlan.ONE.readBy(Reader.B_FIRST));
    }

    @Test
    void aValueElsewhereIsHeldAtItsOwner() {
        holds(CommitPlan.ONE.withMoved());
        holds(CommitPlan.ONE.withMoved().readBy(Reader.A_FIRST));
    }

    @Test
    void aValueMovesMeanwhile() {
        holds(CommitPlan.ONE.moving());
    }

    @Test
    void messagesMayArriveTwice() {
        holds(CommitPlan.ONE.repeating(1));
    }

    @Test
    void anExpelledCoordinatorGoesOnWhileHomesDecide() {
        holds(CommitPlan.ONE.expelling());
    }

    @Test
    void anExpelledCoordinatorGivesUpWhileHomesDecide() {
        CommitPlan plan = CommitPlan.ONE.expelling().givingUp().readBy(Reader.EVERYBODY);
        assertEquals(Set.of(NONE, FIRST), endings(plan));
    }

    @Test
    void aMessageIsLostAndSentAgain() {
        CommitPlan plan = CommitPlan.ONE.losing(Loss.ANY).readBy(Reader.EVERYBODY);
        assertEquals(Set.of(FIRST), endings(plan));
        assertEquals(Set.of(FIRST), endings(plan.appending()));
    }

    @Test
    void aMessageToAnOwnerIsLostAndSentAgain() {
        CommitPlan plan = CommitPlan.ONE.withMoved().losing(Loss.OWNERS).readBy(Reader.EVERYBODY);
        assertEquals(Set.of(FIRST), endings(plan));
    }

    @Test
    void aMessageToTheOwnerOfAListIsLostAndSentAgain() {
        CommitPlan plan =
                CommitPlan.ONE.appending().withMoved().losing(Loss.OWNERS).readBy(Reader.EVERYBODY);
        assertEquals(Set.of(FIRST), endings(plan));
    }

    @Test
    @EnabledIfSystemProperty(named = "pragh.explore.full", matches = "true")
    void anyMessageOfACommitThatMayBeGivenUpIsLostAndSentAgain() {
        CommitPlan plan = CommitPlan.ONE.givingUp().readBy(Reader.EVERYBODY);
        Set<List<Integer>> both = Set.of(NONE, FIRST);
        assertEquals(both, CommitExplorer.explore(plan.losing(Loss.ANY), STATES_MAX_IN_FULL));
        assertEquals(both, CommitExplorer.explore(plan.withMoved().losing(Loss.GIVING_UP), STATES_MAX_IN_FULL));
    }

    @Test
    void twoWriteTheSameKeys() {
        CommitPlan plan = CommitPlan.two(0).readBy(Reader.EVERYBODY);
        assertEquals(Set.of(NONE, FIRST, SECOND, FIRST_IS_EARLIER), endings(plan));
    }

    @Test
    void oneOfTwoThatWriteTheSameKeysWaits() {
        CommitPlan plan = CommitPlan.two(1).readBy(Reader.EVERYBODY);
        assertEquals(Set.of(FIRST, FIRST_IS_EARLIER, SECOND_IS_EARLIER), endings(plan));
    }

    @Test
    void twoThatWriteTheSameKeysAndWaitBothCommit() {
        CommitPlan plan = CommitPlan.two(2).readBy(Reader.EVERYBODY);
        assertEquals(Set.of(FIRST_IS_EARLIER, SECOND_IS_EARLIER), endings(plan));
        assertEquals(Set.of(FIRST_IS_EARLIER, SECOND_IS_EARLIER), endings(plan.appending()));
    }

    @Test
    void aHomeDies() {
        holds(CommitPlan.ONE.dying(Death.HOME));
        holds(CommitPlan.ONE.dying(Death.HOME).readBy(Reader.A_FIRST));
    }

    @Test
    void aHomeDiesWithTheCoordinatorBesideIt() {
        holds(CommitPlan.ONE.dying(Death.HOME_AND_COORDINATOR));
        holds(CommitPlan.ONE.dying(Death.HOME_AND_COORDINATOR).readBy(Reader.A_FIRST));
    }

    @Test
    void aSnapshotSeesAllThatACommitAppendsOrNothing() {
        holds(CommitPlan.ONE.appending().readBy(Reader.A_FIRST));
        holds(CommitPlan.ONE.appending().readBy(Reader.B_FIRST));
        holds(CommitPlan.ONE.appending().withMoved().readBy(Reader.A_FIRST));
    }

    @Test
    void whatIsAppendedToMovesMeanwhile() {
        holds(CommitPlan.ONE.appending().moving());
    }

    @Test
    void messagesOfAnAppendMayArriveTwice() {
        holds(CommitPlan.ONE.appending().withMoved().repeating(1));
    }

    @Test
    void anExpelledCoordinatorAppendsWhileHomesDecide() {
        holds(CommitPlan.ONE.appending().expelling());
    }

    @Test
    void aHomeDiesThatAppends() {
        holds(CommitPlan.ONE.appending().dying(Death.HOME));
    }

    @Test
    void oneOfTwoThatReadWhatTheOtherAppendsGivesUp() {
        holds(CommitPlan.ONE.appending().skewed());
    }

    @Test
    void oneOfTwoThatReadWhatTheOtherWritesGivesUp() {
        holds(CommitPlan.ONE.skewed());
    }
}
