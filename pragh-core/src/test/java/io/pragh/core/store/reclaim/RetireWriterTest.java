package io.pragh.core.store.reclaim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.local.LocalFabric;
import io.pragh.core.fabric.local.LocalNetwork;
import io.pragh.core.memory.PageRuns;
import io.pragh.core.memory.Region;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks writers on node 1 that retire blocks into the rings of partition 0 on node 0. */
class RetireWriterTest {
    private static final int RINGS = 128;
    private static final int CAPACITY = 128;
    private static final int OWNER = 0;
    private static final int WRITER = 5;

    private final LocalNetwork network = new LocalNetwork();
    private final LocalFabric owner = network.join(0);
    private final LocalFabric writing = network.join(1);
    private final List<Long> drained = new ArrayList<>();
    private RetireRings rings = expose();
    private long next = 1;

    private RetireRings expose() {
        Region region = Region.direct(1 << 18, 4);
        RetireRings created = RetireRings.create(region, new PageRuns(region), RINGS);
        owner.expose(OWNER, region);
        return created;
    }

    private RetireWriter writer(int number) {
        return new RetireWriter(number, RINGS, writing.open());
    }

    private RetireWriter losing(IntPredicate loses) {
        Endpoint endpoint = new FlakyEndpoint(writing.open(), loses);
        return new RetireWriter(WRITER, RINGS, endpoint);
    }

    private void retire(RetireWriter writer, int count) {
        for (int i = 0; i < count; i++) {
            writer.retire(OWNER, next++);
        }
    }

    private void drainedUpTo(long last) {
        rings.drain(drained::add);
        List<Long> expected = new ArrayList<>();
        for (long address = 1; address <= last; address++) {
            expected.add(address);
        }
        assertEquals(expected, drained);
    }

    @Test
    void addressesArriveInOrder() {
        RetireWriter writer = writer(WRITER);
        retire(writer, 100);
        assertEquals(100, writer.backlog());
        assertTrue(writer.flush());
        assertEquals(0, writer.backlog());
        drainedUpTo(100);
        assertTrue(writer.flush(), "nothing to do");
        drainedUpTo(100);
    }

    @Test
    void aFullRingKeepsTheRestBackUntilItIsDrained() {
        RetireWriter writer = writer(WRITER);
        retire(writer, CAPACITY + 10);
        assertFalse(writer.flush());
        assertEquals(10, writer.backlog());
        assertFalse(writer.flush());
        assertEquals(10, writer.backlog());
        drainedUpTo(CAPACITY);
        assertTrue(writer.flush());
        drainedUpTo(CAPACITY + 10);
    }

    @Test
    void aRingGoesAroundManyTimes() {
        long seed = 4711;
        SplittableRandom random = new SplittableRandom(seed);
        RetireWriter writer = writer(WRITER);
        for (int round = 0; round < 100; round++) {
            retire(writer, random.nextInt(60));
            writer.flush();
            if (random.nextInt(3) > 0) {
                rings.drain(drained::add);
            }
        }
        while (writer.backlog() > 0) {
            writer.flush();
            rings.drain(drained::add);
        }
        drainedUpTo(next - 1);
    }

    @Test
    void writersHaveRingsOfTheirOwn() {
        RetireWriter first = writer(WRITER);
        RetireWriter second = writer(RINGS - 1);
        for (int i = 0; i < CAPACITY; i++) {
            first.retire(OWNER, 1000 + i);
            second.retire(OWNER, 5000 + i);
        }
        assertTrue(first.flush());
        assertTrue(second.flush());
        Set<Long> all = new HashSet<>();
        rings.drain(all::add);
        assertEquals(2 * CAPACITY, all.size());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 60, CAPACITY - 1, CAPACITY})
    void aWriterThatTakesARingOverGoesOnBehindTheLast(int before) {
        RetireWriter dead = writer(WRITER);
        retire(dead, 70);
        assertTrue(dead.flush());
        drainedUpTo(70);
        retire(dead, before);
        assertTrue(dead.flush());
        RetireWriter heir = writer(WRITER);
        retire(heir, 50);
        assertEquals(before + 50 <= CAPACITY, heir.flush());
        drainedUpTo(70 + Math.min(CAPACITY, before + 50));
        assertTrue(heir.flush());
        drainedUpTo(70 + before + 50);
    }

    @Test
    void anOwnerOutOfReachGetsItLater() {
        RetireWriter writer = writer(WRITER);
        retire(writer, 3);
        network.cut(0, 1);
        assertFalse(writer.flush());
        network.heal(0, 1);
        assertTrue(writer.flush());
        retire(writer, 3);
        network.cut(0, 1);
        assertFalse(writer.flush());
        assertEquals(3, writer.backlog());
        network.heal(0, 1);
        assertTrue(writer.flush());
        drainedUpTo(6);
    }

    @Test
    void aPartitionThatIsServedAgainElsewhereHasANewRing() {
        RetireWriter writer = writer(WRITER);
        retire(writer, 3);
        assertTrue(writer.flush());
        rings = expose();
        writer.forget(OWNER);
        writer.retire(OWNER, 9);
        assertTrue(writer.flush());
        rings.drain(drained::add);
        assertEquals(List.of(9L), drained);
    }

    /**
     * Loses the answer to any one operation, also while the ring is located: nothing breaks, and no address is
     * forgotten.
     */
    @Test
    void anyAnswerMayBeLost() {
        for (int lost = 0; lost < 24; lost++) {
            rings = expose();
            drained.clear();
            next = 1;
            RetireWriter dead = writer(WRITER);
            retire(dead, 5);
            assertTrue(dead.flush());
            int number = lost;
            RetireWriter writer = losing(op -> op == number);
            retire(writer, 5);
            writer.flush();
            assertTrue(writer.flush(), "lost " + lost);
            rings.drain(drained::add);
            assertEquals(10, new HashSet<>(drained).size(), "lost " + lost + " drained " + drained);
        }
    }

    /** To retire a block twice is harmless, to forget one is a leak. */
    @Test
    void nothingIsForgottenWhateverAnswersAreLost() {
        long seed = 99;
        SplittableRandom random = new SplittableRandom(seed);
        RetireWriter writer = losing(op -> random.nextInt(20) == 0);
        for (int round = 0; round < 300; round++) {
            retire(writer, random.nextInt(40));
            writer.flush();
            if (random.nextBoolean()) {
                rings.drain(drained::add);
            }
        }
        for (int round = 0; round < 1000 && !writer.flush(); round++) {
            rings.drain(drained::add);
        }
        rings.drain(drained::add);
        assertEquals(0, writer.backlog());
        Set<Long> all = new HashSet<>(drained);
        for (long address = 1; address < next; address++) {
            assertTrue(all.contains(address), "seed " + seed + " forgotten " + address);
        }
    }
}
