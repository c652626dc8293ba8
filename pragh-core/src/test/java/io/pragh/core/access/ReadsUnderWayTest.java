package io.pragh.core.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.api.ValueVisitor;
import io.pragh.core.memory.Region;
import io.pragh.core.store.value.StateWord;
import io.pragh.testkit.ManualClock;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Checks calls with many keys: READs of several slices are under way at the same time. */
class ReadsUnderWayTest {
    private static final int SLICE = 256;
    private static final int COUNT = 10 * SLICE + 17;

    private final ReaderFixture world = new ReaderFixture();
    private final Map<Integer, String> expected = new TreeMap<>();

    /** Of every five keys three have their value at the other node, one has its value here, and one has no value. */
    private long[] keys(ReaderFixture at) {
        long[] keys = new long[COUNT];
        for (int i = 0; i < COUNT; i++) {
            int home = i % 5 == 3 ? ReaderFixture.OWN : ReaderFixture.REMOTE;
            keys[i] = at.key(home, i);
            int mark = i % 100;
            boolean isAbsent = i % 5 == 4;
            if (!isAbsent) {
                at.place(keys[i], home, 16, mark);
            }
            expected.put(i, isAbsent ? ReaderFixture.ABSENT : "16x" + mark);
        }
        return keys;
    }

    @Test
    void slicesAreUnderWayTogetherAndEachKeyIsAnsweredOnce() {
        long[] keys = keys(world);
        assertEquals(expected, world.read(keys));
        assertEquals(VersionReader.FLIGHTS, world.endpoint.most());
        assertEquals(expected, world.read(keys), "by locations that are cached");
        assertEquals(VersionReader.FLIGHTS, world.endpoint.most());
        assertEquals(0, world.endpoint.underWay());
        world.read(new long[] {keys[0], keys[1], keys[3]});
        assertEquals(1, world.endpoint.most());
    }

    @Test
    void whoReadsOneAtATimeHasOneUnderWay() {
        ReaderFixture single = new ReaderFixture(new ReadOptions(false, true, 5_000), new ManualClock());
        long[] keys = keys(single);
        assertEquals(expected, single.read(keys));
        assertEquals(1, single.endpoint.most());
    }

    /**
     * Posted buffers belong to the fabric until the batch is complete; afterwards the reader can be used as before.
     */
    @Test
    void afterAVisitorHasFailedNothingIsUnderWay() {
        long[] keys = keys(world);
        int[] seen = {0};
        IllegalStateException failed = assertThrows(
                IllegalStateException.class,
                () -> world.reader.read(keys, 0, COUNT, 16, (index, region, body, bodyBytes) -> {
                    if (++seen[0] == 2 * SLICE) {
                        throw new IllegalStateException("enough");
                    }
                }));
        assertEquals("enough", failed.getMessage());
        assertEquals(VersionReader.FLIGHTS, world.endpoint.most());
        assertEquals(0, world.endpoint.underWay());
        assertEquals(expected, world.read(keys));
    }

    /** A locked value delays neither the other values of its slice nor the slices under way beside it. */
    @Test
    void aValueThatIsLockedHoldsUpNoOthersUnderWay() {
        long[] keys = keys(world);
        long address = world.place(keys[0], ReaderFixture.REMOTE, 16, 0);
        world.setState(address, StateWord.locked(address, 0));
        int[] answered = {0};
        int[] before = {0};
        world.whileWaiting = () -> {
            before[0] = answered[0];
            world.place(keys[0], ReaderFixture.REMOTE, 16, 0);
        };
        world.reader.read(keys, 0, COUNT, 16, new ValueVisitor() {
            @Override
            public void value(int index, Region region, long body, int bodyBytes) {
                answered[0]++;
            }

            @Override
            public void absent(int index) {
                answered[0]++;
            }
        });
        assertEquals(COUNT, answered[0]);
        assertTrue(before[0] >= VersionReader.FLIGHTS * SLICE - 1, () -> "answered before: " + before[0]);
    }
}
