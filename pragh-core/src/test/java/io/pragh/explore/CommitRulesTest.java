package io.pragh.explore;

import static io.pragh.explore.CommitWorld.ABSENT;
import static io.pragh.explore.CommitWorld.WAITS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.access.SteppedVersionRead;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.Transaction;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.timestamp.Horizon;
import io.pragh.core.timestamp.OpenSnapshots;
import io.pragh.core.txn.SteppedCommit;
import io.pragh.core.txn.Transactions;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * Checks the rules of transactions on the production code: none of these schedules leads to the anomaly that it aims
 * at. {@code RulesTest} runs each again without its rule. There are two keys with two homes; "mixed" is a snapshot
 * that sees one half of a commit.
 */
class CommitRulesTest {
    private static void holds(Predicate<CommitWorld> anomaly) {
        assertFalse(anomaly.test(new CommitWorld()));
    }

    /** True when a snapshot sees b as the commit left it and a as it was before. */
    private static boolean mixed(CommitWorld world, long timestamp, long oldA, long newB) {
        return world.read(world.b, timestamp) == newB && world.read(world.a, timestamp) == oldA;
    }

    @Test
    void aReaderWithACachedAddressMeetsTheLock() {
        holds(world -> {
            world.put(1, 1);
            world.publishedOnlyAt(
                    1, world.begin().write(world.a, 2).write(world.b, 2).start(1));
            return mixed(world, world.word.read(), 1, 2);
        });
    }

    @Test
    void theTimestampIsTakenWhenAllLocksAreSet() {
        holds(world -> {
            world.put(1, 1);
            SteppedCommit commit =
                    world.begin().write(world.a, 2).write(world.b, 2).start(1);
            if (commit.step().equals("TIMESTAMP")) {
                commit.advance();
            }
            long snapshot = world.word.read();
            long before = world.read(world.a, snapshot);
            world.drive(commit);
            return before == 1 && world.read(world.b, snapshot) == 2;
        });
    }

    @Test
    void aCommitIsAboveTheSnapshotsBeforeIt() {
        holds(world -> {
            world.put(1, 1);
            long snapshot = world.word.read();
            long before = world.read(world.a, snapshot);
            world.drive(world.begin().write(world.a, 2).write(world.b, 2).start(1));
            return before == 1 && world.read(world.b, snapshot) == 2;
        });
    }

    @Test
    void aLockShowsATimestampBelowTheCommits() {
        holds(world -> {
            world.put(1, 1);
            SteppedCommit commit = world.publishedOnlyAt(
                    1, world.begin().write(world.a, 2).write(world.b, 2).start(1));
            return mixed(world, commit.timestamp(), 1, 2);
        });
    }

    @Test
    void aReplacedVersionIsNotAcceptedAtItsSuccessorsTimestamp() {
        holds(world -> {
            world.drive(world.begin().write(world.a, 1).write(world.b, 1).start(1));
            world.read(world.a, world.word.read()); // its address gets cached, that of b does not
            SteppedCommit commit = world.drive(
                    world.begin().write(world.a, 2).write(world.b, 2).start(1));
            return mixed(world, commit.timestamp(), 1, 2);
        });
    }

    @Test
    void whoFindsABusySlotWithoutAValueWaits() {
        holds(world -> {
            world.publishedOnlyAt(
                    1, world.begin().write(world.a, 2).write(world.b, 2).start(1));
            return mixed(world, world.word.read(), ABSENT, 2);
        });
    }

    @Test
    void theVersionThatWasReadIsComparedUnderTheLock() {
        holds(world -> {
            world.put(1, 1);
            long seen = world.version(world.a);
            SteppedCommit first =
                    world.begin().read(world.a, seen).write(world.a, 2).start(1);
            SteppedCommit second =
                    world.begin().read(world.a, seen).write(world.a, 3).start(1);
            return world.drive(first).committed() && world.drive(second).committed();
        });
    }

    /**
     * Each transaction reads the key that the other writes; the second begins to commit when the first has locked.
     */
    private static boolean skewed(CommitWorld world, boolean together) {
        world.put(1, 1);
        SteppedCommit first = world.begin()
                .read(world.a, world.version(world.a))
                .write(world.b, 2)
                .start(1);
        SteppedCommit second = world.begin()
                .read(world.b, world.version(world.b))
                .write(world.a, 2)
                .start(1);
        if (together) {
            world.driveUpTo("VALIDATE", first);
            world.driveUpTo("DECIDE", second);
            world.driveUpTo("DECIDE", first);
        }
        return world.drive(first).committed() && world.drive(second).committed();
    }

    @Test
    void whatWasReadIsValidated() {
        holds(world -> skewed(world, false));
    }

    @Test
    void aValidationSeesTheLocksOfOthers() {
        holds(world -> skewed(world, true));
    }

    @Test
    void whatWasReadIsValidatedAfterTheTimestamp() {
        holds(world -> {
            world.put(1, 1);
            long seen = world.version(world.a);
            SteppedCommit commit =
                    world.begin().read(world.a, seen).write(world.b, 2).start(1);
            world.driveUpTo("TIMESTAMP", commit);
            SteppedCommit other = world.drive(world.begin().write(world.a, 3).start(1));
            world.drive(commit);
            // committed above another commit whose value of a it has not seen
            return commit.committed() && commit.timestamp() > other.timestamp();
        });
    }

    @Test
    void aHomeThatCommitsByItselfValidatesAfterItsTimestamp() {
        CommitWorld world = new CommitWorld();
        world.put(1, 1);
        SteppedCommit commit = world.begin()
                .onePhase()
                .read(world.b, world.version(world.b))
                .write(world.a, 2)
                .start(1);
        SteppedCommit[] other = new SteppedCommit[1];
        world.beforeHomesTimestamp =
                () -> other[0] = world.drive(world.begin().write(world.b, 3).start(1));
        world.drive(commit);
        assertTrue(other[0].committed());
        assertFalse(commit.committed(), "it has not seen a commit below its own timestamp");
        assertEquals(1, world.read(world.a, world.word.read()));
        assertEquals(3, world.read(world.b, world.word.read()));
    }

    /** Whether exactly one of the two keys has the value of a commit that was cut short. */
    private static boolean isHalf(CommitWorld world) {
        long now = world.word.read();
        return world.read(world.a, now) != world.read(world.b, now);
    }

    @Test
    void nothingIsPublishedBeforeAllHomesHaveTheRecord() {
        holds(world -> {
            world.put(1, 1);
            SteppedCommit commit =
                    world.begin().write(world.a, 2).write(world.b, 2).start(1);
            world.driveUpTo("DECIDE", commit);
            commit.advance();
            world.deliver(MessageType.DECIDE, 0);
            world.deliver(MessageType.VOTE, CommitWorld.COORDINATOR);
            commit.advance();
            world.deliver(MessageType.PUBLISH, 0);
            world.network.inFlight.clear();
            world.expelCoordinator();
            return isHalf(world);
        });
    }

    @Test
    void theRecordIsAppendedAfterTheValidation() {
        holds(world -> {
            world.put(1, 1);
            long third = world.key(0, 3);
            world.drive(world.begin().write(third, 1).start(1));
            long seen = world.version(third);
            world.drive(world.begin().write(third, 2).start(1));
            SteppedCommit commit = world.begin()
                    .read(third, seen)
                    .write(world.a, 2)
                    .write(world.b, 2)
                    .start(1);
            world.driveUpTo("DECIDE", commit);
            commit.advance();
            world.deliver(MessageType.DECIDE, 0);
            world.deliver(MessageType.DECIDE, 1);
            world.network.inFlight.clear();
            world.expelCoordinator();
            return world.read(world.a, world.word.read()) == 2;
        });
    }

    @Test
    void aWriterIsFencedEverywhereBeforeItsLogsAreRead() {
        holds(world -> {
            world.put(1, 1);
            SteppedCommit commit =
                    world.begin().write(world.a, 2).write(world.b, 2).start(1);
            world.driveUpTo("DECIDE", commit);
            commit.advance();
            world.deliver(MessageType.DECIDE, 0);
            world.deliver(MessageType.DECIDE, 1);
            world.network.inFlight.clear();
            // home 0 has fenced the coordinator; home 1 has not learned of it, and is told to take its record back
            world.expelCoordinatorAt(0);
            world.clock.advance(200_000_000);
            world.transactionHomes[0].poll();
            world.deliver(MessageType.INQUIRE, 1);
            world.deliver(MessageType.TESTIMONY, 0);
            world.transactionHomes[0].poll();
            commit.giveUp();
            world.deliver(MessageType.TAKE_BACK, 1);
            world.network.inFlight.clear();
            world.expelCoordinator();
            return isHalf(world);
        });
    }

    @Test
    void recoveryClearsItsOwnBusyBitsAlone() {
        holds(world -> {
            world.put(1, 1);
            SteppedCommit dying = world.begin().write(world.a, 2).waiting().start(1);
            SteppedCommit other = world.begin().write(world.a, 3).start(1);
            world.driveUpTo("TIMESTAMP", other);
            dying.advance();
            world.deliver(MessageType.PREPARE, 0);
            return !ValueAddress.isBusy(world.afterRollbackOf(dying));
        });
    }

    @Test
    void aHomeOfALaterLifeRefusesTheRecord() {
        holds(world -> {
            world.put(1, 1);
            SteppedCommit commit =
                    world.begin().write(world.a, 2).write(world.b, 2).start(1);
            world.driveUpTo("DECIDE", commit);
            world.startHome(1);
            world.drive(commit);
            return commit.committed() && world.read(world.b, world.word.read()) != 2;
        });
    }

    private static OpenSnapshots registered(CommitWorld world) {
        OpenSnapshots snapshots = new OpenSnapshots(Long.MAX_VALUE);
        snapshots.registerIn(world.partitions[0].region(), Long.MIN_VALUE / 2);
        return snapshots;
    }

    /** A commit that replaces a, and a collector, run right after the session has read T. */
    private static boolean freedUnderAReader(CommitWorld world) {
        world.horizon = 0;
        world.put(1, 1);
        OpenSnapshots snapshots = registered(world);
        snapshots.advance(world.word.read(), 0, true);
        Horizon horizon = new Horizon(world.word, world.fabrics[CommitWorld.READER], 2, world.clock);
        Transactions session = world.session(snapshots, () -> {
            world.drive(world.begin().write(world.a, 2).start(1));
            snapshots.advance(world.word.read(), 0, true);
            snapshots.advance(world.word.read(), 0, true);
            horizon.refresh();
            world.horizon = horizon.getAsLong();
            world.rest();
        });
        try (Transaction reading = session.begin()) {
            long found = world.read(world.a, session.seen());
            reading.rollback();
            return found == SteppedVersionRead.TOO_OLD;
        }
    }

    @Test
    void aSnapshotIsRegisteredBeforeItsTimestampIsRead() {
        holds(CommitRulesTest::freedUnderAReader);
    }

    @Test
    void aValueIsReadAfterTheTimestamp() {
        holds(world -> {
            world.put(1, 1);
            Transactions session = world.session(registered(world), () -> {});
            long[] seen = new long[2];
            try (Transaction reading = session.begin()) {
                reading.read(world.a, (index, region, body, bytes) -> {
                    seen[0] = region.getLong(body);
                    world.drive(
                            world.begin().write(world.a, 2).write(world.b, 2).start(1));
                });
                reading.read(world.b, (index, region, body, bytes) -> seen[1] = region.getLong(body));
            }
            return seen[0] == 1 && seen[1] == 2;
        });
    }

    @Test
    void aCoordinatorThatDiesBetweenThePhasesLeavesNothingLocked() {
        for (String step : new String[] {"TIMESTAMP", "VALIDATE", "DECIDE", "PUBLISH"}) {
            CommitWorld world = new CommitWorld();
            world.put(1, 1);
            SteppedCommit commit =
                    world.begin().write(world.a, 2).write(world.b, 2).start(1);
            world.driveUpTo(step, commit);
            world.network.inFlight.clear();
            assertEquals(WAITS, world.read(world.a, world.word.read() + 1), step);
            world.expelCoordinator();
            long expected = step.equals("PUBLISH") ? 2 : 1;
            assertEquals(expected, world.read(world.a, world.word.read()), step);
            assertEquals(expected, world.read(world.b, world.word.read()), step);
            assertEquals(0, world.transactionHomes[0].size() + world.transactionHomes[1].size(), step);
        }
    }

    @Test
    void aHomeThatHearsNothingAsksAndGivesUpWhatNobodyKnows() {
        CommitWorld world = new CommitWorld();
        world.put(1, 1);
        SteppedCommit commit = world.begin().write(world.a, 2).start(1);
        world.driveUpTo("TIMESTAMP", commit);
        commit.start(2); // the coordinator has forgotten the first attempt
        world.network.inFlight.clear();
        assertNotEquals(0, world.transactionHomes[0].size());
        world.clock.advance(1_000_000_000);
        world.transactionHomes[0].poll();
        world.deliverAll();
        assertEquals(0, world.transactionHomes[0].size());
        assertEquals(1, world.read(world.a, world.word.read()));
    }
}
