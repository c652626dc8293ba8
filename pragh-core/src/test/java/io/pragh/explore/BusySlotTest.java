package io.pragh.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.ValueAddress;
import io.pragh.core.fabric.Message;
import io.pragh.core.memory.Region;
import io.pragh.core.placement.migrate.SteppedMigration;
import io.pragh.core.protocol.Claim;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.ValueHeader;
import io.pragh.core.txn.home.LoneClaim;
import io.pragh.core.txn.home.SteppedClaim;
import io.pragh.core.txn.home.TransactionHome;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks the purpose of the busy bit: rules 5 and 12 of transactions, on single updates. */
class BusySlotTest {
    private static final int HOME = 0;
    private static final int TARGET = 1;
    private static final int OWNER = 2;

    /**
     * Stops an update that has the busy bit and has locked nothing; a migration begins; the update locks, and the
     * migration swaps.
     */
    private static LoneClaim publishAfterAMigration(World world) {
        long key = world.key(HOME, 0);
        world.put(History.append(key, 1));
        LoneClaim put = world.begin(History.append(key, 2));
        put.makeStep();
        SteppedMigration migration = world.migrateUpTo("PUBLISH", TARGET, key);
        put.makeStep();
        world.driveUpTo("INVALIDATE", TARGET, migration);
        world.drive(put);
        return put;
    }

    @Test
    void aMigrationWaitsForABusySlot() {
        assertTrue(publishAfterAMigration(new World()).applied());
    }

    /**
     * Whether the newest version's predecessor still exists, if the update read the slot long before it locked it.
     */
    private static boolean predecessorIsThere() {
        World world = new World();
        long key = world.key(HOME, 0);
        world.put(History.append(key, 1));
        LoneClaim slow = world.begin(History.append(key, 3));
        world.put(History.append(key, 2));
        world.rest();
        long before = world.slot(key);
        world.drive(slow);
        Region region = world.nodes[HOME].partition.region();
        long previous = region.getLong(ValueAddress.offset(world.slot(key)) + ValueHeader.PREVIOUS_OFFSET);
        long block = ValueAddress.offset(previous);
        boolean there = StateWord.state(region.getLong(block + ValueHeader.STATE_OFFSET)) != StateWord.FREE
                && region.getInt(block + ValueHeader.TAG_OFFSET) == ValueHeader.tag(previous);
        if (there) {
            assertEquals(before, previous);
        }
        return there;
    }

    @Test
    void aVersionsPredecessorIsLookedUpUnderTheBusyBit() {
        assertTrue(predecessorIsThere());
    }

    /**
     * What a read returns of a value that was moved and appended to, when the message that undoes a lock at its
     * former owner is repeated.
     */
    private static long seenAfterALateUndo() {
        World world = new World();
        long key = world.key(HOME, 0);
        world.put(History.append(key, 1));
        world.migrate(OWNER, key);
        Claim wanted = new Claim(key, 0, Claim.ANY, List.of(History.append(key, 2)));
        TransactionHome home = world.nodes[HOME].transactions;
        SteppedClaim claim = new SteppedClaim(home, world.nodes[HOME].partition, wanted);
        world.deliverAll();
        assertTrue(claim.isHeld());
        claim.abort();
        world.clock.advance(SteppedClaim.RESEND_NANOS);
        home.poll();
        assertEquals(2, world.network.inFlight.size(), "nobody has answered, so it was sent again");
        Message again = world.network.inFlight.remove(1);
        world.deliverAll();
        assertTrue(claim.hasEnded());
        assertEquals(History.after(1), world.get(HOME, key), "and the reader knows where it lies");
        world.migrate(TARGET, key);
        world.put(History.append(key, 3));
        world.network.send(again);
        world.deliverAll();
        return world.get(HOME, key);
    }

    @Test
    void aLockIsUndoneOnceByACompareAndSwap() {
        assertEquals(History.after(1, 3), seenAfterALateUndo());
    }
}
