package io.pragh.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.PartitionHeader;
import io.pragh.core.address.RollWord;
import io.pragh.core.txn.SteppedCommit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * Checks the rules of rolls on the production code, step by step. One transaction has looked for the members of a
 * roll at home 0 and writes b at home 1; another one adds a member and writes a. When both commit, the first one must
 * come first. {@code RulesTest} runs some of the schedules again without their rules.
 */
class RollRulesTest {
    private final CommitWorld world = new CommitWorld();

    private static long roll(CommitWorld world) {
        return GraphKey.of(GraphKey.KIND_ROLL, 0, 7, world.homes.mint(0, 0));
    }

    private static long word(CommitWorld world) {
        return world.partitions[0].region().getLong(PartitionHeader.rollOffset(roll(world)));
    }

    private static SteppedCommit looking(CommitWorld world) {
        return world.begin().watch(roll(world)).write(world.b, 2);
    }

    private static SteppedCommit adding(CommitWorld world) {
        return world.begin().sign(roll(world)).write(world.a, 2);
    }

    /** Whether both have committed, and the looking transaction has not seen a commit before its own. */
    private static boolean isPhantom(SteppedCommit looking, SteppedCommit adding) {
        return looking.committed() && adding.committed() && adding.timestamp() < looking.timestamp();
    }

    private static void holds(Predicate<CommitWorld> anomaly) {
        assertFalse(anomaly.test(new CommitWorld()));
    }

    @Test
    void aRollThatWasWatchedIsValidated() {
        holds(world -> {
            SteppedCommit looking = looking(world).start(1);
            SteppedCommit adding = world.drive(adding(world).start(1));
            return isPhantom(world.drive(looking), adding);
        });
    }

    @Test
    void itIsSignedBeforeTheTimestampIsTaken() {
        holds(world -> {
            SteppedCommit looking = looking(world).start(1);
            SteppedCommit adding = adding(world).start(1);
            world.driveUpTo("VALIDATE", adding);
            world.drive(looking);
            return isPhantom(looking, world.drive(adding));
        });
    }

    @Test
    void itIsValidatedAfterTheTimestampWasTaken() {
        holds(world -> {
            SteppedCommit looking = looking(world).start(1);
            while (looking.step().equals("PREPARE")) {
                looking.advance();
                world.deliverAll();
            }
            looking.advance(); // the step after PREPARE, whichever that is
            SteppedCommit adding = world.drive(adding(world).start(1));
            return isPhantom(world.drive(looking), adding);
        });
    }

    @Test
    void whoLooksBeforeAndTakesItsTimestampBeforeCommitsToo() {
        SteppedCommit looking = looking(world).start(1);
        world.driveUpTo("DECIDE", looking);
        SteppedCommit adding = world.drive(adding(world).start(1));
        world.drive(looking);
        assertTrue(looking.committed() && adding.committed());
        assertTrue(looking.timestamp() < adding.timestamp());
    }

    @Test
    void ofTwoWhoLookAndAddOneCommits() {
        SteppedCommit one = looking(world).sign(roll(world)).start(1);
        SteppedCommit other = world.begin()
                .watch(roll(world))
                .sign(roll(world))
                .write(world.a, 2)
                .start(1);
        world.driveUpTo("TIMESTAMP", one);
        world.drive(other);
        world.drive(one);
        assertTrue(one.committed());
        assertFalse(other.committed());
        assertEquals(one.timestamp(), word(world));
    }

    @Test
    void whoHasSignedSeesThatAnotherCameAfterIt() {
        SteppedCommit looking = looking(world).sign(roll(world)).start(1);
        world.driveUpTo("TIMESTAMP", looking);
        SteppedCommit adding = world.drive(adding(world).start(1)); // begins, commits and ends meanwhile
        assertTrue(adding.committed());
        assertEquals(RollWord.CROWDED, word(world));
        world.drive(looking);
        assertFalse(looking.committed());
        assertEquals(adding.timestamp(), word(world));
    }

    @Test
    void whoOnlyAddDoNotConflict() {
        SteppedCommit one = adding(world).start(1);
        SteppedCommit other = world.begin().sign(roll(world)).write(world.b, 2).start(1);
        world.driveUpTo("DECIDE", one);
        world.drive(other);
        world.drive(one);
        assertTrue(one.committed() && other.committed());
        assertEquals(other.timestamp(), word(world));
    }

    @Test
    void whatWasGivenUpWasNeverThere() {
        long before = word(world);
        SteppedCommit adding = adding(world).start(1);
        world.driveUpTo("TIMESTAMP", adding);
        assertFalse(RollWord.isFree(word(world)));
        adding.giveUp();
        world.deliverAll();
        assertEquals(before, word(world));
        assertTrue(world.drive(looking(world).start(1)).committed());
    }

    @Test
    void anExpelledCoordinatorsSignatureGoesWithItsLocks() {
        SteppedCommit adding = adding(world).start(1);
        world.driveUpTo("TIMESTAMP", adding);
        assertFalse(RollWord.isFree(word(world)));
        world.expelCoordinator();
        assertTrue(RollWord.isFree(word(world)));
    }
}
