package io.pragh.explore;

import io.pragh.explore.Plan.Twist;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Explores the protocols while node 1 dies, or is taken for dead, at any step, with the steps of the others'
 * recovery: no read is older than one that was read or acknowledged before, a value is lost only with the node that
 * held it, updates are answered, no block leaks.
 */
// f5 is the configuration of the TLA+ model. Where an update also writes the whole value anew, a lost key is healed.
class CrashExplorationTest {
    private static Plan crash(Plan plan) {
        return plan.with(Twist.CRASH);
    }

    private static Plan expulsion(Plan plan) {
        return plan.with(Twist.EXPELLED);
    }

    @Test
    void f5AMigratorDiesUnderAnUpdate() {
        Exploration.holds(crash(Plan.EMPTY.reads(2, 2).updates(1).moves(1)));
    }

    @Test
    void aLostValueIsHealed() {
        Exploration.holds(crash(Plan.EMPTY.reads(2, 2).moves(1).with(Twist.REWRITTEN)));
    }

    @Test
    void theSourceOfAMigrationDies() {
        Exploration.holds(crash(Plan.EMPTY.reads(1, 2).moves(1, 2)));
    }

    @Test
    void aMigratorDiesBesideLostMessages() {
        Exploration.holds(crash(Plan.EMPTY.updates(1).moves(1).messageFaults(1)));
    }

    @Test
    void aMigratorThatIsTakenForDeadLivesOn() {
        Exploration.holds(expulsion(Plan.EMPTY.reads(1, 2).updates(1).moves(1)));
    }

    @Test
    void aMigratorThatKnowsTheAddressDiesUnderAnUpdate() {
        Exploration.holds(crash(Plan.EMPTY.reads(1, 1).updates(1).moves(1).with(Twist.WARM)));
    }

    @Test
    void aMigratorThatKnowsTheAddressAndIsTakenForDeadLivesOn() {
        Exploration.holds(expulsion(Plan.EMPTY.reads(1, 1).updates(1).moves(1).with(Twist.WARM)));
    }

    @Test
    void aMigratorThatIsTakenForDeadDoesNotUndoARewrite() {
        Exploration.holds(expulsion(Plan.EMPTY.moves(1).with(Twist.REWRITTEN).with(Twist.SLOW)));
    }

    @Test
    void keysAreMarkedWhenAllHaveHeardOfADeath() {
        Exploration.holds(crash(Plan.EMPTY
                .reads(1, 2)
                .moves(1)
                .with(Twist.REWRITTEN)
                .with(Twist.WARM)
                .with(Twist.AGREED)));
        Exploration.holds(crash(
                Plan.EMPTY.reads(2, 2).updates(1).moves(1).with(Twist.WARM).with(Twist.AGREED)));
    }

    @Test
    void aReadUnderWayMayTakeWhatItWouldHaveTakenAtItsBegin() {
        Exploration.holds(crash(Plan.EMPTY
                .reads(1, 2)
                .moves(1)
                .with(Twist.REWRITTEN)
                .with(Twist.WARM)
                .with(Twist.SLOW)
                .with(Twist.AGREED)));
    }

    @Test
    void keysAreMarkedWhenAllHaveHeardOfAnExpulsion() {
        Exploration.holds(expulsion(Plan.EMPTY.reads(1, 2).updates(1).moves(1).with(Twist.AGREED)));
        Exploration.holds(expulsion(
                Plan.EMPTY.moves(1).with(Twist.REWRITTEN).with(Twist.SLOW).with(Twist.AGREED)));
    }

    @Test
    void h8NoLeakByADeadMigrator() {
        Exploration.holds(crash(Plan.EMPTY.moves(1)));
    }

    @Test
    void h10NoWriteByAnExpelledMigrator() {
        Exploration.holds(expulsion(Plan.EMPTY.moves(1)));
    }

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    @EnabledIfSystemProperty(named = "pragh.explore.full", matches = "true")
    void crashesInFull() {
        Exploration.holds(crash(Plan.EMPTY.reads(2, 2).updates(1).moves(1).ticks(1)));
        Exploration.holds(crash(Plan.EMPTY.reads(1, 2).moves(1).ticks(1).with(Twist.REWRITTEN)));
        Exploration.holds(crash(Plan.EMPTY.reads(1, 2).updates(1).moves(1, 2)));
        Exploration.holds(crash(Plan.EMPTY.updates(1).moves(1, 2).lostOperations(1)));
        Exploration.holds(expulsion(Plan.EMPTY.reads(1, 2).updates(1).moves(1).with(Twist.REWRITTEN)));
    }
}
