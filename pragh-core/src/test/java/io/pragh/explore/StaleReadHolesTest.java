package io.pragh.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.pragh.core.placement.migrate.MigrationOutcome;
import io.pragh.core.placement.migrate.SteppedMigration;
import io.pragh.core.txn.home.LoneClaim;
import org.junit.jupiter.api.Test;

/**
 * Checks holes h1, h2, h3 and h12: a read of a value that has been replaced, and a migration that never succeeds.
 * {@code RulesTest} runs each schedule again without the rule that closes the hole.
 */
class StaleReadHolesTest {
    private static final int HOME = 0;
    private static final int TARGET = 1;
    private static final int READER = 2;

    @Test
    void aPutDoesNotReplaceAValueWhoseFormerPlaceStillLooksCurrent() {
        assertFalse(readIsStaleWhenAPutMeetsAHalfDoneMigration());
    }

    /** h1: the target has published its copy b and not yet marked a; a PUT on b returns; a cached reader reads a. */
    private static boolean readIsStaleWhenAPutMeetsAHalfDoneMigration() {
        World world = new World();
        long key = world.key(HOME, 0);
        world.put(History.append(key, 1));
        world.get(READER, key);
        SteppedMigration migration = world.migrateUpTo("INVALIDATE", TARGET, key);

        LoneClaim put = world.put(History.append(key, 2));
        boolean stale = put.acknowledged() && world.get(READER, key) != History.after(1, 2);

        world.driveUpTo("DONE", TARGET, migration);
        world.drive(put);
        assertEquals(History.after(1, 2), world.get(READER, key), "the migration's end closes the gap");
        return stale;
    }

    @Test
    void aMigrationDoesNotMoveAValueWhoseFormerPlaceStillLooksCurrent() {
        assertFalse(readIsStaleWhenAMigrationMeetsAHalfDoneOne());
    }

    /** h2: as h1, but the value is first moved on to c, back home, where the PUT finds nothing to wait for. */
    private static boolean readIsStaleWhenAMigrationMeetsAHalfDoneOne() {
        World world = new World();
        long key = world.key(HOME, 0);
        world.put(History.append(key, 1));
        world.get(READER, key);
        SteppedMigration migration = world.migrateUpTo("INVALIDATE", TARGET, key);
        world.migrate(HOME, key);

        LoneClaim put = world.put(History.append(key, 2));
        boolean stale = put.acknowledged() && world.get(READER, key) != History.after(1, 2);

        world.driveUpTo("DONE", TARGET, migration);
        world.drive(put);
        assertEquals(History.after(1, 2), world.get(READER, key), "the migration's end closes the gap");
        return stale;
    }

    @Test
    void nobodyReadsTheOldValueAfterSomebodyHasReadTheNewOne() {
        assertFalse(readsGoBackInTime());
    }

    /**
     * h3: between a PUT's publication and its invalidation a fresh reader sees the new value, then a reader with a
     * cached address the old one.
     */
    private static boolean readsGoBackInTime() {
        World world = new World();
        long key = world.key(HOME, 0);
        world.put(History.append(key, 1));
        world.get(READER, key);
        LoneClaim put = world.begin(History.append(key, 2));
        while (!put.stepName().equals("SETTLE")) {
            put.makeStep();
        }

        long fresh = world.get(TARGET, key);
        long cached = world.get(READER, key);

        assertEquals(History.after(1, 2), fresh);
        return cached != fresh;
    }

    @Test
    void aMigrationThatLostItsSwapGetsOnWhenNobodyCompetesAnyMore() {
        assertEquals(MigrationOutcome.MOVED, outcomeAfterALostSwap());
    }

    /**
     * h12: a PUT happens between a migration's copy and its swap, which can never succeed with the word read before.
     */
    private static MigrationOutcome outcomeAfterALostSwap() {
        World world = new World();
        long key = world.key(HOME, 0);
        world.put(History.append(key, 1));
        SteppedMigration migration = world.migrateUpTo("PUBLISH", TARGET, key);
        world.put(History.append(key, 2));

        world.driveUpTo("DONE", TARGET, migration);

        assertEquals(History.after(1, 2), world.get(READER, key));
        return migration.outcome();
    }
}
