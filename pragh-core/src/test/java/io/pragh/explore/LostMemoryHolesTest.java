package io.pragh.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.placement.migrate.SteppedMigration;
import org.junit.jupiter.api.Test;

/**
 * Checks holes h7 and h13: memory that is not in use and is never freed. {@code RulesTest} runs each schedule again
 * without the rule that closes the hole.
 */
class LostMemoryHolesTest {
    private static final int HOME = 0;

    @Test
    void aMigrationThatLostItsSwapGivesItsBlockBack() {
        assertEquals(0, leaksAfterALostSwap());
    }

    /** h7: a PUT happens between a migration's copy and its swap. */
    private static int leaksAfterALostSwap() {
        World world = new World();
        long key = world.key(HOME, 0);
        world.put(History.append(key, 1));
        SteppedMigration migration = world.migrateUpTo("PUBLISH", 1, key);
        world.put(History.append(key, 2));
        world.driveUpTo("DONE", 1, migration);
        world.rest();
        return world.audit().size();
    }

    @Test
    void twoNodesThatRetireBlocksOfOnePartitionDoNotOverwriteEachOther() {
        assertEquals(0, leaksAfterInterleavedMigrations());
    }

    /** h13: two writers that both know the ring's position write their next address to the same place. */
    private static int leaksAfterInterleavedMigrations() {
        World world = new World();
        for (int sequence = 0; sequence < 4; sequence++) {
            world.put(History.append(world.key(HOME, sequence), 1));
        }
        world.migrate(1, world.key(HOME, 0));
        world.migrate(2, world.key(HOME, 1));
        world.rest();
        world.migrate(1, world.key(HOME, 2));
        world.migrate(2, world.key(HOME, 3));
        world.rest();
        return world.audit().size();
    }
}
