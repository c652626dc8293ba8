package io.pragh.explore;

import io.pragh.explore.Plan.Twist;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Explores GET, PUT, MIGRATE and reclaim of one key on three nodes, in every order of their steps: reads are
 * linearizable, no update is lost, no memory is read after it was freed or leaks, and every run ends.
 *
 * <p>Each test prints the number of states. The larger plans run with {@code -Dpragh.explore.full=true} (some minutes
 * and 2 GB of heap) and are left out otherwise; still larger ones run in random orders,
 * {@code -Dpragh.explore.schedules=N} of them, {@code -Dpragh.explore.seed=N} being the first seed.
 */
// f1 to f6 are the configurations of the TLA+ model of the same protocols; f2 is the one that was too large there.
// Time passes in leases, and memory is reclaimed only where it passes. A READ of a value at its home is one-sided as
// well, unless the plan says IN_PLACE. Updates run at the home (node 0), and by messages at the owner once the value
// has moved.
class ProtocolExplorationTest {
    @Test
    void f1ReadersSeeAnUpdateAndAMigration() {
        Exploration.holds(Plan.EMPTY.reads(2, 2, 0).updates(1).moves(1));
    }

    @Test
    void f2TwoMigrationsDoNotOvertakeAnUpdate() {
        Exploration.holds(Plan.EMPTY.reads(2, 2).updates(1).moves(1, 2));
    }

    @Test
    void f2AMigrationThereAndBackDoesNotOvertakeAnUpdate() {
        Exploration.holds(Plan.EMPTY.reads(2, 2).updates(1).moves(1, 0));
    }

    @Test
    void f2TwoMigrationsAndReclaimDoNotDisturbAReaderWithACachedAddress() {
        Exploration.holds(Plan.EMPTY.reads(1, 2).updates(1).moves(1, 2).ticks(1).with(Twist.WARM));
    }

    @Test
    void f2AMigrationThereAndBackAndReclaimDoNotDisturbAReader() {
        Exploration.holds(Plan.EMPTY.reads(2, 2).updates(1).moves(1, 0).ticks(1));
    }

    @Test
    void aMigrationFromACachedAddressDoesNotOvertakeAnUpdate() {
        Exploration.holds(
                Plan.EMPTY.reads(1, 1, 2).updates(1).moves(1).with(Twist.WARM).with(Twist.TORN));
    }

    @Test
    void aMigrationFromACachedAddressDoesNotOvertakeAnother() {
        Exploration.holds(Plan.EMPTY.reads(1, 1).updates(1).moves(1, 2).with(Twist.WARM));
    }

    @Test
    void noUpdateIsLostWhenMemoryIsReusedUnderAMigrationFromACachedAddress() {
        Exploration.holds(Plan.EMPTY
                .reads(0, 1)
                .updates(2)
                .moves(1)
                .ticks(2)
                .with(Twist.WARM)
                .with(Twist.TORN)
                .with(Twist.HALVES));
    }

    @Test
    void noAppendInPlaceIsLostBesideAMigrationFromACachedAddress() {
        Exploration.holds(Plan.EMPTY
                .reads(1, 1)
                .updates(3)
                .moves(1)
                .with(Twist.APPENDED)
                .with(Twist.WARM)
                .with(Twist.TORN));
    }

    @Test
    void lostOperationsOfAMigrationFromACachedAddressAreMadeGood() {
        Exploration.holds(
                Plan.EMPTY.reads(1, 1).updates(1).moves(1).lostOperations(1).with(Twist.WARM));
    }

    @Test
    void f3MemoryIsReusedUnderAReader() {
        Exploration.holds(Plan.EMPTY.reads(2, 2).updates(1).moves(1).ticks(2));
    }

    @Test
    void f4NoUpdateIsLostWhenMemoryIsReusedUnderAMigration() {
        Exploration.holds(Plan.EMPTY.updates(2).moves(1).ticks(2));
    }

    @Test
    void f6TornReadsOfReusedMemoryAreNotTrusted() {
        Exploration.holds(Plan.EMPTY.reads(1, 2).updates(2).ticks(2).with(Twist.TORN));
    }

    @Test
    void f7TornReadsBesideAMigrationAreNotTrusted() {
        Exploration.holds(Plan.EMPTY.reads(1, 2).updates(1).moves(1).ticks(2).with(Twist.TORN));
    }

    @Test
    void lostMessagesAreMadeGood() {
        Exploration.holds(Plan.EMPTY.reads(1, 2).updates(1).moves(1).messageFaults(1));
    }

    @Test
    void lostOneSidedOperationsAreMadeGood() {
        Exploration.holds(Plan.EMPTY.reads(1, 2).updates(1).moves(1, 2).lostOperations(1));
    }

    @Test
    void answersMayBeTakenInLate() {
        Exploration.holds(Plan.EMPTY.reads(2, 1).updates(1).moves(1, 0).with(Twist.SLOW));
    }

    @Test
    void answersMayBeTakenInAfterALease() {
        Exploration.holds(Plan.EMPTY.reads(1, 2).updates(1).moves(1).ticks(2).with(Twist.SLOW));
    }

    @Test
    void aFirstValueAppearsForAll() {
        Exploration.holds(Plan.EMPTY.reads(2, 2).updates(2).moves(1).with(Twist.ABSENT));
    }

    @Test
    void readersInPlaceSeeWhatOthersSee() {
        Exploration.holds(Plan.EMPTY.reads(2, 1, 0).updates(1).moves(1, 0).with(Twist.IN_PLACE));
    }

    @Test
    void memoryIsReusedUnderAReaderInPlace() {
        Exploration.holds(Plan.EMPTY.reads(2, 0).updates(1).moves(1, 0).ticks(1).with(Twist.IN_PLACE));
    }

    @Test
    void appendsInPlaceAreSeenByReadersWhoseReadsTear() {
        Exploration.holds(Plan.EMPTY.reads(2, 2).updates(2).with(Twist.APPENDED).with(Twist.TORN));
    }

    @Test
    void appendsInPlaceAreSeenByReadersInPlace() {
        Exploration.holds(
                Plan.EMPTY.reads(2, 0).updates(2).moves(1).with(Twist.APPENDED).with(Twist.IN_PLACE));
    }

    @Test
    void noAppendInPlaceIsLostBesideAMigration() {
        Exploration.holds(Plan.EMPTY.reads(1, 2).updates(2).moves(1).with(Twist.APPENDED));
    }

    @Test
    void noAppendInPlaceIsLostBesideTwoMigrations() {
        Exploration.holds(Plan.EMPTY.updates(1).moves(1, 2).with(Twist.APPENDED));
    }

    @Test
    void aFullTailIsFoldedBesideAMigration() {
        Exploration.holds(Plan.EMPTY.updates(3).moves(1).with(Twist.APPENDED));
    }

    @Test
    void appendsInPlaceAreDoneOnceThoughMessagesAreLost() {
        Exploration.holds(Plan.EMPTY.updates(2).moves(1).messageFaults(1).with(Twist.APPENDED));
    }

    @Test
    void appendsInPlaceInMemoryThatIsReused() {
        Exploration.holds(Plan.EMPTY
                .reads(1, 2)
                .updates(1)
                .moves(1)
                .ticks(2)
                .with(Twist.APPENDED)
                .with(Twist.TORN));
    }

    @Test
    void appendsInPlaceAndAllElseInRandomOrders() {
        Plan plan = Plan.EMPTY
                .reads(3, 2, 0, 1)
                .updates(4)
                .moves(1, 2, 0)
                .ticks(4)
                .messageFaults(2)
                .lostOperations(2)
                .with(Twist.TORN)
                .with(Twist.SLOW)
                .with(Twist.APPENDED);
        Exploration.holdsInRandomOrders(plan);
    }

    @Test
    void allOfItInRandomOrders() {
        Plan plan = Plan.EMPTY
                .reads(3, 2, 0, 1)
                .updates(3)
                .moves(1, 2, 0)
                .ticks(4)
                .messageFaults(2)
                .lostOperations(2)
                .with(Twist.TORN)
                .with(Twist.SLOW);
        Exploration.holdsInRandomOrders(plan);
    }

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    @EnabledIfSystemProperty(named = "pragh.explore.full", matches = "true")
    void f2InFull() {
        Exploration.holds(Plan.EMPTY.reads(2, 2).updates(1).moves(1, 2).ticks(1));
        Exploration.holds(Plan.EMPTY.reads(1, 2).updates(1).moves(1, 2).ticks(2).with(Twist.WARM));
        Exploration.holds(Plan.EMPTY.reads(2, 2).updates(2).moves(1, 2));
        Exploration.holds(Plan.EMPTY.reads(2, 1).updates(1).moves(1, 2).with(Twist.SLOW));
    }
}
