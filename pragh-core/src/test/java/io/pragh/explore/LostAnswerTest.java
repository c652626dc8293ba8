package io.pragh.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.fabric.Batch;
import io.pragh.core.placement.migrate.MigrationOutcome;
import io.pragh.core.placement.migrate.SteppedMigration;
import io.pragh.core.txn.home.LoneClaim;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks a migration whose swap took effect although its answer was lost. */
class LostAnswerTest {
    private static final int TARGET = 1;

    private final World world = new World();
    private final long key = world.key(0, 0);

    private SteppedMigration migrationWithALostAnswer() {
        world.put(History.append(key, 1));
        SteppedMigration migration = world.migrateUpTo("PUBLISH", TARGET, key);
        Batch batch = migration.post();
        world.network.lose(TARGET, batch, true);
        migration.complete();
        return migration;
    }

    @Test
    void theSwapIsRecognizedWhileAnUpdateHoldsTheKey() {
        SteppedMigration migration = migrationWithALostAnswer();
        LoneClaim put = world.begin(History.append(key, 2));
        put.makeStep();

        world.driveUpTo("INVALIDATE", TARGET, migration);
        world.drive(put);
        world.driveUpTo("DONE", TARGET, migration);
        world.drive(put);

        assertEquals(MigrationOutcome.MOVED, migration.outcome());
        assertTrue(put.applied());
        assertEquals(History.after(1, 2), world.get(2, key));
        world.rest();
        assertEquals(List.of(), world.audit());
    }
}
