package io.pragh.core.txn.home;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.ValueAddress;
import io.pragh.core.protocol.Claim;
import io.pragh.core.store.Partition;
import io.pragh.core.store.StoreFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Checks in which order waiting updates get a key. */
class LockQueuesTest {
    private final StoreFixture world = new StoreFixture();
    private final HomeFixture home = new HomeFixture(world);
    private final long key = world.key(1);
    private final List<Integer> order = new ArrayList<>();

    private LoneClaim begin(HomeFixture at, int number) {
        return at.begin(StoreFixture.append(key, number), code -> order.add(number));
    }

    private ClaimOperation waiter(int number) {
        return (ClaimOperation) begin(home, number).operation();
    }

    @Test
    void aKeyGoesToWhoHasWaitedLongest() {
        long slot = world.slot(key);
        Partition partition = world.partitions[StoreFixture.HOME];
        partition.region().setLongRelease(slot, ValueAddress.BUSY);
        begin(home, 1).drive();
        begin(home, 2).drive();
        partition.region().setLongRelease(slot, ValueAddress.ABSENT);
        begin(home, 3).drive(); // comes before any waiting update has looked again
        assertEquals(List.of(), order);
        for (int looks = 0; looks < 3; looks++) {
            home.claims.poll();
        }
        assertEquals(List.of(1, 2, 3), order);
        begin(home, 4).drive();
        assertEquals(List.of(1, 2, 3, 4), order, "nobody waits any more");
    }

    @Test
    void whoeverGivesItsPlaceUpIsNotWaitedFor() {
        LockQueues queues = new LockQueues();
        ClaimOperation first = waiter(1);
        ClaimOperation second = waiter(2);
        queues.enter(first);
        queues.enter(first);
        queues.enter(second);
        assertTrue(queues.isFirst(first));
        assertFalse(queues.isFirst(second));
        queues.leave(first);
        assertTrue(queues.isFirst(second));
        queues.leave(second);
        assertTrue(queues.isFirst(waiter(3)));
    }

    /**
     * An update that does not wait enters the queue only when another one does so between its look at the queue and
     * its look at the slot.
     */
    @Test
    void whoeverIsToldThatTheKeyIsBusyLeavesTheQueue() {
        AtomicReference<@Nullable Runnable> meanwhile = new AtomicReference<>();
        HomeFixture watched = new HomeFixture(world, () -> {
            Runnable first = meanwhile.getAndSet(null);
            if (first != null) {
                first.run();
            }
        });
        LoneClaim waiting = begin(watched, 1);
        Claim claim = new Claim(key, 0, Claim.ANY, List.of(StoreFixture.append(key, 2)));
        ClaimOperation impatient = watched.claims.begin(world.partitions[StoreFixture.HOME], claim, new Impatient());
        world.shares[StoreFixture.HOME] = world.shares[StoreFixture.HOME].takingUpdates(false); // no update gets it
        meanwhile.set(waiting::drive);
        watched.claims.drive(impatient);
        assertEquals(0, impatient.refusal());
        watched.claims.drive(impatient);
        assertEquals(ClaimOperation.BUSY, impatient.refusal());
        world.shares[StoreFixture.HOME] = world.shares[StoreFixture.HOME].takingUpdates(true);
        watched.claims.poll();
        begin(watched, 3).drive();
        assertEquals(List.of(1, 3), order);
    }

    /** A part of a transaction that gives up when a key is held. */
    private static final class Impatient implements ClaimHolder {
        @Override
        public boolean waits() {
            return false;
        }

        @Override
        public boolean isAlone() {
            return false;
        }

        @Override
        public void goOn(ClaimOperation operation) {
            assertEquals(ClaimOperation.BUSY, operation.refusal(), "it was parked before it was told");
        }
    }
}
