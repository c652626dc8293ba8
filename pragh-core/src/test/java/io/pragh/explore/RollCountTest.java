package io.pragh.explore;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.RollCount;
import io.pragh.core.api.Transaction;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.txn.SteppedCommit;
import org.junit.jupiter.api.Test;

/** Checks the number of a roll's members that a snapshot gets, on the production code, step by step. */
class RollCountTest {
    private static final long PATIENCE_NANOS = 1_000_000_000;
    /** The bytes of a count's first words, up to its floor. */
    private static final int HEAD_BYTES = 40;

    private final CommitWorld world = new CommitWorld();
    private long sequence;

    private long roll(int home) {
        return GraphKey.of(GraphKey.KIND_ROLL, 0, 1, world.homes.mint(home, 0));
    }

    private SteppedCommit adding(long members) {
        return world.begin().sign(roll(0), members).write(world.a, 2).start(++sequence);
    }

    private long members(long timestamp, Runnable whileWaiting) {
        return members(world.fabrics[CommitWorld.READER], timestamp, whileWaiting);
    }

    private long members(Endpoint endpoint, long timestamp, Runnable whileWaiting) {
        return world.rolls(endpoint, whileWaiting).members(new long[] {roll(0)}, timestamp)[0];
    }

    private long members(long timestamp) {
        return members(timestamp, () -> fail("nobody is waited for"));
    }

    @Test
    void aSnapshotCountsWhatWasCommittedBeforeIt() {
        long none = world.word.read();
        world.drive(adding(3));
        long three = world.word.read();
        world.drive(adding(-1));
        assertEquals(0, members(none));
        assertEquals(3, members(three));
        assertEquals(2, members(world.word.read()));
    }

    @Test
    void whatIsUnderWayAndPerhapsOfBeforeTheSnapshotIsWaitedFor() {
        for (String step : new String[] {"VALIDATE", "DECIDE", "PUBLISH"}) {
            long before = world.word.read();
            long known = members(before);
            SteppedCommit adding = adding(3);
            world.driveUpTo(step, adding);
            long timestamp = world.word.read();
            assertTrue(adding.timestamp() <= timestamp);
            assertEquals(known + 3, members(timestamp, () -> world.drive(adding)), step);
        }
    }

    @Test
    void whoSignsAfterwardsIsNotWaitedFor() {
        SteppedCommit first = adding(3);
        world.driveUpTo("PUBLISH", first);
        long timestamp = world.word.read();
        long members = members(timestamp, () -> {
            if (first.step().equals("DONE")) {
                fail("the second one is waited for");
            }
            world.drive(first);
            world.driveUpTo("DECIDE", adding(5));
        });
        assertEquals(3, members);
    }

    @Test
    void whatWasGivenUpIsNotCounted() {
        SteppedCommit adding = adding(3);
        world.driveUpTo("TIMESTAMP", adding);
        adding.giveUp();
        world.deliverAll();
        assertEquals(0, members(world.word.read()));
    }

    @Test
    void whatADeadCoordinatorHadDecidedIsCountedWhenItsHomesHaveFinishedIt() {
        world.driveUpTo("PUBLISH", adding(3));
        world.expelCoordinator();
        assertEquals(3, members(world.word.read()));
    }

    @Test
    void whatADeadCoordinatorHadNotDecidedIsNot() {
        world.driveUpTo("DECIDE", adding(3));
        world.expelCoordinator();
        assertEquals(0, members(world.word.read()));
    }

    @Test
    void nobodyIsWaitedForForLong() {
        world.driveUpTo("DECIDE", adding(3));
        assertEquals(Transaction.UNCOUNTED, members(world.word.read(), () -> world.clock.advance(PATIENCE_NANOS)));
    }

    @Test
    void anOldSnapshotIsNotTold() {
        world.drive(adding(1));
        long old = world.word.read();
        for (int i = 0; i < RollCount.RECENT; i++) {
            world.drive(adding(1));
        }
        assertEquals(1, members(old), "the one that is forgotten is its own");
        world.drive(adding(1));
        assertEquals(Transaction.UNCOUNTED, members(old));
        assertEquals(RollCount.RECENT + 2, members(world.word.read()));
    }

    @Test
    void wordsOfDifferentMomentsAreReadAgain() {
        world.drive(adding(3));
        long timestamp = world.word.read();
        StalledEndpoint stalled = new StalledEndpoint(
                world.network, CommitWorld.READER, RollCount.LENGTH, HEAD_BYTES, () -> world.drive(adding(6)));
        assertEquals(3, members(stalled, timestamp, () -> {}));
        assertTrue(stalled.stalled());
    }

    @Test
    void whatArrivesTooLateIsReadAgain() {
        int[] reads = new int[1];
        Endpoint late = new Endpoint() {
            @Override
            public void post(Batch batch) {
                world.network.perform(CommitWorld.READER, batch);
                world.clock.advance(reads[0]++ == 0 ? CommitWorld.LEASE.marginNanos() + 1 : 0);
            }

            @Override
            public boolean poll(Batch batch) {
                return true;
            }

            @Override
            public void close() {
                // there is nothing to close
            }
        };
        assertEquals(0, members(late, world.word.read(), () -> {}));
        assertEquals(2, reads[0]);
    }

    @Test
    void aSubstituteSaysNothingUntilItIsSettled() {
        world.drive(adding(3));
        long[] rolls = {roll(0), roll(1)};
        world.dieAtB();
        world.hearOfDeathAtA();
        world.hearOfDeathAtCoordinator();
        Endpoint endpoint = world.fabrics[CommitWorld.READER];
        long before = world.word.read();
        assertArrayEquals(
                new long[] {3, Transaction.UNCOUNTED},
                world.rolls(endpoint, () -> {}).members(rolls, before));
        world.drive(world.begin().sign(roll(0), 1).write(world.a, 3).start(++sequence));
        world.stores[0].settleRolls();
        assertArrayEquals(new long[] {4, 0}, world.rolls(endpoint, () -> {}).members(rolls, world.word.read()));
        assertEquals(
                Transaction.UNCOUNTED, world.rolls(endpoint, () -> {}).members(rolls, before)[1], "it was lost then");
    }

    @Test
    void rollsWithGreaterNumbersAreNotCounted() {
        long other = GraphKey.of(GraphKey.KIND_ROLL, 0, RollCount.ROLLS, world.homes.mint(0, 0));
        assertEquals(
                Transaction.UNCOUNTED,
                world.rolls(world.fabrics[CommitWorld.READER], () -> {})
                        .members(new long[] {other}, world.word.read())[0]);
    }
}
