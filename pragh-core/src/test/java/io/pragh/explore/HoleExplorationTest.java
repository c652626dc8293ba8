package io.pragh.explore;

import org.junit.jupiter.api.Test;

/**
 * Explores the smallest plans in which the exploration finds a hole that {@code RulesTest} opens on purpose, which
 * shows that it would find an unknown one. A failure shows a shortest trace.
 */
class HoleExplorationTest {
    @Test
    void h1NoStaleReadBesideAPutOnAPendingBlock() {
        Exploration.holds(Plan.EMPTY.reads(2, 2).updates(1).moves(1));
    }

    @Test
    void h2NoStaleReadBesideTwoMigrations() {
        Exploration.holds(Plan.EMPTY.reads(2, 2).updates(1).moves(1, 0));
    }

    @Test
    void h3NoStaleReadBesideAPut() {
        Exploration.holds(Plan.EMPTY.reads(2, 2).updates(1));
    }

    @Test
    void h4NoUseAfterFreeByALateStamp() {
        Exploration.holds(Plan.EMPTY.reads(1, 2).updates(1).ticks(2).with(Plan.Twist.HALVES));
    }

    @Test
    void h5NoUseAfterFreeByALateRead() {
        Exploration.holds(Plan.EMPTY.reads(1, 2).updates(1).ticks(2));
    }

    @Test
    void h6NoLostUpdateByASlowMigration() {
        Exploration.holds(Plan.EMPTY.updates(2).moves(1).ticks(2));
    }

    @Test
    void h7NoLeakByALostSwap() {
        Exploration.holds(Plan.EMPTY.updates(1).moves(1));
    }

    @Test
    void h9NoStaleReadOfABlockThatWasMovedUnderAPut() {
        Exploration.holds(Plan.EMPTY.reads(2, 2).updates(1).moves(1));
    }

    @Test
    void h11AnUpdateEndsThoughAnAnswerWasLost() {
        Exploration.holds(Plan.EMPTY.updates(1).moves(1).messageFaults(1));
    }

    @Test
    void h12AMigrationEndsThoughItLostItsSwap() {
        Exploration.holds(Plan.EMPTY.updates(1).moves(1));
    }
}
