package io.pragh.explore;

import io.pragh.explore.CommitPlan.Death;
import io.pragh.explore.CommitPlan.Work;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Commits of two homes on the production code, in every order of their steps: HOLD, STAMP and PUBLISH, a snapshot of both keys, a value
 * that lies elsewhere, a message that arrives twice, a coordinator that is expelled and goes on while each home hears of it when it
 * likes, and a home that dies, with the coordinator or without it. Whatever happened: no snapshot sees a part of a commit, what clients
 * were told stays true, nothing stays locked, and no memory is lost.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class CommitExplorationTest {
    private static final int STATES_MAX = 5_000;
    private static final int STATES_AT_FIRST = 1_500;

    private static void holds(CommitPlan plan) {
        CommitExplorer.holds(plan, STATES_MAX);
    }

    @Test
    void aSnapshotSeesAllOfACommitOrNothing() {
        holds(CommitPlan.ONE.reading(false));
        holds(CommitPlan.ONE.reading(true));
    }

    @Test
    void aValueElsewhereIsHeldAtItsOwner() {
        holds(CommitPlan.ONE.withMoved());
        holds(CommitPlan.ONE.withMoved().reading(false));
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

    /** With this the states are too many for a test: it is seen how it begins. */
    @Test
    void anExpelledCoordinatorGivesUp() {
        CommitExplorer.begins(CommitPlan.ONE.expelling().givingUp(), STATES_AT_FIRST);
    }

    @Test
    void aHomeDies() {
        holds(CommitPlan.ONE.dying(Death.HOME));
        holds(CommitPlan.ONE.dying(Death.HOME).reading(false));
    }

    @Test
    void aHomeDiesWithTheCoordinatorBesideIt() {
        holds(CommitPlan.ONE.dying(Death.HOME_AND_COORDINATOR));
        holds(CommitPlan.ONE.dying(Death.HOME_AND_COORDINATOR).reading(false));
    }

    @Test
    void aSnapshotSeesAllThatACommitAppendsOrNothing() {
        holds(CommitPlan.ONE.appending().reading(false));
        holds(CommitPlan.ONE.appending().reading(true));
        holds(CommitPlan.ONE.appending().withMoved().reading(false));
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
        holds(CommitPlan.ONE.appending().of(Work.SKEW));
    }

    @Test
    void oneOfTwoThatReadWhatTheOtherWritesGivesUp() {
        holds(CommitPlan.ONE.of(Work.SKEW));
    }
}
