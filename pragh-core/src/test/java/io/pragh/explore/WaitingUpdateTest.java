package io.pragh.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.placement.migrate.SteppedMigration;
import io.pragh.core.txn.home.LoneClaim;
import io.pragh.core.txn.home.TransactionHome;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * Checks that an update that must wait for a migration releases its thread, which may be the thread that the
 * migration needs.
 */
class WaitingUpdateTest {
    private static final int HOME = 0;
    private static final int OWNER = 1;

    private final World world = new World();
    private final long key = world.key(HOME, 0);
    private final TransactionHome home = world.nodes[HOME].transactions;

    @Test
    void anUpdateOfAValueThatIsComingHomeIsParked() {
        world.put(History.append(key, 1));
        world.migrate(OWNER, key);
        SteppedMigration migration = world.migrateUpTo("INVALIDATE", HOME, key);
        LoneClaim put = world.begin(History.append(key, 2));

        assertTimeoutPreemptively(Duration.ofSeconds(10), put::drive);
        assertTimeoutPreemptively(Duration.ofSeconds(10), home::poll);
        assertFalse(put.acknowledged());

        world.driveUpTo("DONE", HOME, migration);
        home.poll();
        assertTrue(put.applied());
        assertEquals(History.after(1, 2), world.get(2, key));
    }

    @Test
    void anOwnerIsNotAskedAgainBeforeTheNextPoll() {
        world.put(History.append(key, 1));
        SteppedMigration migration = world.migrateUpTo("INVALIDATE", OWNER, key);
        LoneClaim put = world.begin(History.append(key, 2));

        put.drive();
        world.network.deliver(0);
        world.network.deliver(0);
        assertEquals(0, world.network.inFlight.size(), "the answer does not cause another question");
        assertFalse(put.acknowledged());

        world.driveUpTo("DONE", OWNER, migration);
        home.poll();
        world.deliverAll();
        assertTrue(put.applied());
        assertEquals(History.after(1, 2), world.get(2, key));
    }
}
