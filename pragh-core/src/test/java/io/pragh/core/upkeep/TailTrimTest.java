package io.pragh.core.upkeep;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.Update;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.store.Partition;
import io.pragh.core.store.StoreFixture;
import io.pragh.core.store.ValueInstaller;
import io.pragh.core.store.ValueOperations;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TailTrimTest {
    private final StoreFixture world = new StoreFixture();
    private final Partition at = world.partitions[StoreFixture.HOME];
    private final ValueInstaller installer = world.installers[StoreFixture.HOME];
    private final Map<Long, Long> addresses = new HashMap<>();
    private final List<Update> asked = new ArrayList<>();
    private long timestamp = 100;
    private long nanos = 1;
    private final TailTrim trim =
            new TailTrim(() -> List.of(at), this::update, new ValueOperations(ListOperations.ALL).appends(), nanos);

    private void update(Update update) {
        asked.add(update);
        commit(update);
    }

    /** Commits an update as a home does. */
    private void commit(Update update) {
        long key = update.key();
        long old = addresses.getOrDefault(key, ValueAddress.ABSENT);
        long fresh = installer.hold(at, StoreFixture.claim(update), old);
        timestamp++;
        if (fresh == ValueInstaller.IN_PLACE) {
            installer.appends().append(at, List.of(update), old, timestamp);
            addresses.put(key, installer.appends().appended(old, List.of(update)));
            return;
        }
        if (update.operation() != ValueOperations.TRIM) {
            world.stamp(fresh, key, timestamp);
        }
        installer.settle(at, key, old, fresh);
        addresses.put(key, fresh);
    }

    private void appendTo(int list, int times) {
        for (int i = 0; i < times; i++) {
            commit(ListOperations.append(world.key(list), 7L + i, 0));
        }
    }

    private void pass() {
        for (int step = 0; step < 3; step++) {
            nanos += TailTrim.PASS_NANOS_MIN;
            trim.step(nanos);
        }
    }

    @Test
    void whatNobodyAppendsToForAWhileLosesItsRoom() {
        appendTo(1, 4);
        appendTo(2, 4);
        appendTo(3, 1); // it never had a tail
        trim.step(nanos += TailTrim.PASS_NANOS_MIN);
        assertEquals(List.of(), asked, "nothing is known to be old yet");
        appendTo(1, 1);
        trim.step(nanos += TailTrim.PASS_NANOS_MIN);
        trim.step(nanos += TailTrim.PASS_NANOS_MIN);
        assertEquals(1, asked.stream().filter(u -> u.key() == world.key(2)).count());
        pass();
        assertEquals(1, asked.stream().filter(u -> u.key() == world.key(1)).count());
        assertEquals(2, asked.size());
        assertEquals(2, trim.trimmed());
        assertEquals(0, ValueAddress.entries(addresses.get(world.key(1))));
        assertEquals(5, world.count(addresses.get(world.key(1))));
        assertEquals(4, world.count(addresses.get(world.key(2))));
        pass();
        assertEquals(2, asked.size(), "once");
    }

    @Test
    void aPassTakesItsTime() {
        appendTo(1, 4);
        for (int i = 0; i < 100; i++) {
            nanos += TailTrim.PASS_NANOS_MIN / 200;
            trim.step(nanos);
        }
        assertEquals(List.of(), asked);
    }
}
