package io.pragh.core.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.ValueAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who gets a key that several wait for. */
class LockQueuesTest {
    private final StoreFixture world = new StoreFixture();
    private final StoreNode store = world.store(StoreFixture.HOME);
    private final long key = world.key(1);
    private final List<Integer> order = new ArrayList<>();

    private UpdateOperation begin(int number) {
        return store.begin(StoreFixture.append(key, number), code -> order.add(number));
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
        UpdateOperation first = begin(1);
        UpdateOperation second = begin(2);
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
}
