package io.pragh.explore;

import io.pragh.core.base.Safeguard;
import org.junit.jupiter.api.Test;

/** The exploration finds every hole that is opened on purpose: it would find one that is not. Prints a shortest trace of each. */
class HoleExplorationTest {
    @Test
    void h1AStaleReadBesideAPutOnAPendingBlock() {
        Exploration.finds(
                "stale read",
                Safeguard.PUT_WAITS_FOR_PENDING,
                Plan.EMPTY.reads(2, 2).updates(1).moves(1));
    }

    @Test
    void h2AStaleReadBesideTwoMigrations() {
        Exploration.finds(
                "stale read",
                Safeguard.MIGRATE_WAITS_FOR_PENDING,
                Plan.EMPTY.reads(2, 2).updates(1).moves(1, 0));
    }

    @Test
    void h3AStaleReadBesideAPut() {
        Exploration.finds(
                "stale read",
                Safeguard.LOCK_BEFORE_PUBLISH,
                Plan.EMPTY.reads(2, 2).updates(1));
    }

    @Test
    void h4AUseAfterFreeByALateStamp() {
        Exploration.finds(
                "use after free",
                Safeguard.STAMP_BEFORE_READ,
                Plan.EMPTY.reads(1, 2).updates(1).ticks(2).with(Plan.Twist.HALVES));
    }

    @Test
    void h5AUseAfterFreeByALateRead() {
        Exploration.finds(
                "use after free",
                Safeguard.CHECK_LEASE_AFTER_READ,
                Plan.EMPTY.reads(1, 2).updates(1).ticks(2));
    }

    @Test
    void h6ALostUpdateByASlowMigration() {
        Exploration.finds(
                "lost update",
                Safeguard.GENERATION_IN_ADDRESS,
                Plan.EMPTY.updates(2).moves(1).ticks(2));
    }

    @Test
    void h7ALeakByALostSwap() {
        Exploration.finds(
                "leaked",
                Safeguard.FREE_AFTER_FAILED_SWAP,
                Plan.EMPTY.updates(1).moves(1));
    }

    @Test
    void h9AStaleReadOfABlockThatWasMovedUnderAPut() {
        Exploration.finds(
                "stale read",
                Safeguard.LOOK_UP_UNDER_BUSY,
                Plan.EMPTY.reads(2, 2).updates(1).moves(1));
    }

    @Test
    void h11AnUpdateThatNeverEndsBecauseAnAnswerWasLost() {
        Exploration.finds(
                "ever ends",
                Safeguard.DEDUPLICATE_UPDATES,
                Plan.EMPTY.updates(1).moves(1).messageFaults(1));
    }

    @Test
    void h12AMigrationThatNeverEndsBecauseItLostItsSwap() {
        Exploration.finds(
                "ever ends",
                Safeguard.REREAD_AFTER_FAILED_SWAP,
                Plan.EMPTY.updates(1).moves(1));
    }
}
