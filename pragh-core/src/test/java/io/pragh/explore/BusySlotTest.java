package io.pragh.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.ValueAddress;
import io.pragh.core.base.Safeguard;
import io.pragh.core.base.Safeguards;
import io.pragh.core.memory.Region;
import io.pragh.core.placement.migrate.SteppedMigration;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.ValueHeader;
import org.junit.jupiter.api.Test;

/** What the busy bit is for: rules 5 and 12 of transactions, on single updates. */
class BusySlotTest {
    private static final int HOME = 0;
    private static final int TARGET = 1;

    /** The update has the busy bit and has locked nothing; a migration begins; the update locks, the migration swaps. */
    private static Put publishAfterAMigration(World world) {
        long key = world.key(HOME, 0);
        world.put(History.append(key, 1));
        Put put = world.begin(History.append(key, 2));
        put.advance();
        SteppedMigration migration = world.migrateUpTo("PUBLISH", TARGET, key);
        put.advance();
        world.driveUpTo("INVALIDATE", TARGET, migration);
        world.drive(put);
        return put;
    }

    @Test
    void aMigrationWaitsForABusySlot() {
        assertTrue(publishAfterAMigration(new World(Safeguards.ALL)).applied());
        World world = new World(Safeguards.ALL.without(Safeguard.MIGRATE_WAITS_FOR_BUSY));
        assertThrows(
                AssertionError.class, () -> publishAfterAMigration(world), "what is decided can never be published");
    }

    /** Whether the version before the newest is there, when the update had looked at the slot long before it locked it. */
    private static boolean predecessorIsThere(Safeguards guards) {
        World world = new World(guards);
        long key = world.key(HOME, 0);
        world.put(History.append(key, 1));
        Put slow = world.begin(History.append(key, 3));
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
        assertTrue(predecessorIsThere(Safeguards.ALL));
        assertFalse(predecessorIsThere(Safeguards.ALL.without(Safeguard.PREVIOUS_UNDER_BUSY)));
    }
}
