package io.pragh.core.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.ValueAddress;
import io.pragh.core.protocol.Claim;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Who gets a key that several wait for. */
class LockQueuesTest {
    private final StoreFixture world = new StoreFixture();
    private final StoreNode store = world.store(StoreFixture.HOME);
    private final long key = world.key(1);
    private final List<Integer> order = new ArrayList<>();

    private ClaimOperation begin(int number) {
        return world.begin(store, StoreFixture.append(key, number), code -> order.add(number));
    }

    @Test
    void aKeyGoesToWhoHasWaitedLongest() {
        long slot = world.slot(key);
        Partition home = world.partitions[StoreFixture.HOME];
        home.region().setLongRelease(slot, ValueAddress.BUSY);
        store.drive(begin(1));
        store.drive(begin(2));
        home.region().setLongRelease(slot, ValueAddress.ABSENT);
        store.drive(begin(3)); // comes at the right moment, before anybody has looked again
        assertEquals(List.of(), order);
        for (int looks = 0; looks < 3; looks++) {
            store.poll();
        }
        assertEquals(List.of(1, 2, 3), order);
        store.drive(begin(4));
        assertEquals(List.of(1, 2, 3, 4), order, "nobody waits any more");
    }

    @Test
    void whoeverGivesItsPlaceUpIsNotWaitedFor() {
        LockQueues queues = new LockQueues();
        ClaimOperation first = begin(1);
        ClaimOperation second = begin(2);
        queues.enter(first);
        queues.enter(first);
        queues.enter(second);
        assertTrue(queues.isFirst(first));
        assertFalse(queues.isFirst(second));
        queues.leave(first);
        assertTrue(queues.isFirst(second));
        queues.leave(second);
        assertTrue(queues.isFirst(begin(3)));
    }

    /** One that would not wait gets into the queue only when another comes between its look at the queue and its look at the slot. */
    @Test
    void whoeverIsToldThatTheKeyIsBusyLeavesTheQueue() {
        AtomicReference<@Nullable Runnable> meanwhile = new AtomicReference<>();
        StoreNode watched = world.watched(StoreFixture.HOME, () -> {
            Runnable first = meanwhile.getAndSet(null);
            if (first != null) {
                first.run();
            }
        });
        ClaimOperation waiting = world.begin(watched, StoreFixture.append(key, 1), code -> order.add(1));
        Impatient holder = new Impatient();
        Claim claim = new Claim(key, 0, Claim.ANY, List.of(StoreFixture.append(key, 2)));
        ClaimOperation impatient = watched.begin(world.partitions[StoreFixture.HOME], claim, holder);
        world.shares[StoreFixture.HOME] = world.shares[StoreFixture.HOME].takingUpdates(false); // nobody gets it
        meanwhile.set(() -> watched.drive(waiting));
        watched.drive(impatient);
        assertEquals(List.of(), holder.told);
        watched.drive(impatient);
        assertEquals(List.of(ClaimOperation.BUSY), holder.told);
        world.shares[StoreFixture.HOME] = world.shares[StoreFixture.HOME].takingUpdates(true);
        watched.poll();
        watched.drive(world.begin(watched, StoreFixture.append(key, 3), code -> order.add(3)));
        assertEquals(List.of(1, 3), order);
    }

    /** A part of a transaction that gives up when a key is taken. */
    private static final class Impatient implements ClaimHolder {
        final List<Long> told = new ArrayList<>();

        @Override
        public boolean waits() {
            return false;
        }

        @Override
        public boolean isAlone() {
            return false;
        }

        @Override
        public void needless(ClaimOperation operation) {
            throw new AssertionError("the claim is not alone");
        }

        @Override
        public void held(ClaimOperation operation) {
            throw new AssertionError("it has got the key");
        }

        @Override
        public void failed(ClaimOperation operation, long code) {
            told.add(code);
        }

        @Override
        public void ended(ClaimOperation operation) {
            throw new AssertionError("it had got the key");
        }
    }
}
