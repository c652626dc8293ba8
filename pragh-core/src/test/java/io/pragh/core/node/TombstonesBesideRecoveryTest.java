package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.access.ReadOptions;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.Transaction;
import io.pragh.core.store.Partition;
import io.pragh.testkit.Workers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Checks that recovery is not held up by tombstones that are due when a node dies: their keys were written again
 * since, and the new values have moved to that node.
 */
class TombstonesBesideRecoveryTest {
    private static final int VICTIM = 0;
    private static final int HOME = 1;
    private static final int OTHER = 2;
    private static final int KEYS = 200;

    /** A transaction waits for a key for longer than this test waits for anything. */
    private static final ReadOptions PATIENT = new ReadOptions(true, true, 240_000_000_000L);

    private final TransactionFixture world = new TransactionFixture(3, TransactionFixture.CONFIG.withRead(PATIENT));
    private final Workers workers = new Workers();

    @AfterEach
    void end() {
        workers.close();
        world.close();
    }

    private void erase(long key) {
        try (Transaction transaction = world.sessions.get(HOME).begin()) {
            transaction.delete(key);
            transaction.commit();
        }
    }

    private boolean isMoved(long key) {
        for (Partition partition : world.nodes.get(HOME).partitions()) {
            if (partition.id() == world.nodes.get(HOME).homes().home(key)) {
                long word = partition.table().addressOf(key);
                return world.membership.view().nodeOf(ValueAddress.partition(word)) == VICTIM;
            }
        }
        return false;
    }

    /** Forgetting a tombstone waits until its key is marked as lost, and the same thread marks it. */
    @Test
    void theyDoNotHoldUpWhatMarksTheirKeys() {
        Transaction old = world.sessions.get(OTHER).begin(); // while it is open no tombstone is due
        for (int i = 0; i < KEYS; i++) {
            long key = world.key(HOME, i);
            world.put(HOME, key, i);
            erase(key);
            world.put(HOME, key, i + 1);
            world.nodes.get(VICTIM).pull(key);
        }
        workers.await("some values have moved", () -> {
            world.nodes.forEach(PraghNode::poll);
            int moved = 0;
            for (int i = 0; i < KEYS; i++) {
                moved += isMoved(world.key(HOME, i)) ? 1 : 0;
            }
            return moved > KEYS / 2;
        });
        world.network.kill(VICTIM);
        old.close();
        world.membership.change(LocalCluster.without(world.membership.view(), VICTIM));
        workers.await("recovery ends", () -> {
            world.nodes.get(HOME).poll();
            world.nodes.get(OTHER).poll();
            return world.nodes.get(HOME).recovered() && world.nodes.get(OTHER).recovered();
        });
        assertTrue(world.nodes.get(HOME).valuesLost() > KEYS / 2);
    }
}
