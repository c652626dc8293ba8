package io.pragh.core.txn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.core.store.value.Edition;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ReadSetTest {
    @Property(tries = 200)
    void aKeyReadAgainKeepsTheVersionItHad(@ForAll @Size(max = 300) List<@IntRange(min = 1, max = 60) Integer> keys) {
        ReadSet set = new ReadSet();
        Map<Long, Long> model = new TreeMap<>();
        for (int i = 0; i < keys.size(); i++) {
            set.put(keys.get(i), i);
            model.putIfAbsent(keys.get(i).longValue(), (long) i);
        }
        assertEquals(model.size(), set.size());
        assertArrayEquals(model.keySet().stream().mapToLong(Long::longValue).toArray(), set.keys());
        model.forEach((key, version) -> assertEquals(version, set.version(key, -1)));
        assertEquals(-1, set.version(61, -1));
    }

    @Test
    void aVersionIsReplacedOnRequestAlone() {
        ReadSet set = new ReadSet();
        set.put(7, 1);
        set.put(7, 2);
        assertEquals(1, set.version(7, 0));
        set.replace(7, 3);
        assertEquals(3, set.version(7, 0));
    }

    @Test
    void whatWasSeenOfAWholeValueCountsForItsBeginningToo() {
        ReadSet set = new ReadSet();
        set.put(7, Edition.ofBody(5));
        set.put(7, Edition.of(5, 2));
        assertEquals(Edition.of(5, 2), set.version(7, 0));
        set.put(7, Edition.ofBody(5));
        assertEquals(Edition.of(5, 2), set.version(7, 0), "still");
        set.put(8, Edition.ofBody(5));
        set.put(8, Edition.of(6, 0));
        assertEquals(Edition.ofBody(5), set.version(8, 0), "of another block, so that it conflicts");
    }

    /** A model of the read set: a table with the editions of each key. */
    private static final class Table {
        private final Map<Long, Long> editions = new TreeMap<>();

        void put(long key, long edition) {
            editions.merge(key, edition, Edition::both);
        }
    }

    @Property(tries = 300)
    void aLogAnswersAsATableDoes(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ReadSet set = new ReadSet();
        Table table = new Table();
        long keys = 1L << random.nextInt(1, 14);
        int questions = 1 << random.nextInt(0, 14);
        int steps = random.nextInt(20_000);
        for (int i = 0; i < steps; i++) {
            long key = 1 + random.nextLong(keys);
            long edition = random.nextBoolean()
                    ? Edition.ofBody(random.nextInt(1, 4))
                    : Edition.of(random.nextInt(1, 4), random.nextInt(3));
            set.put(key, edition);
            table.put(key, edition);
            if (random.nextInt(questions) == 0) {
                long asked = 1 + random.nextLong(keys);
                Long known = table.editions.get(asked);
                assertEquals(known != null, set.contains(asked));
                assertEquals(known == null ? -1 : known, set.version(asked, -1));
                if (known != null) {
                    set.replace(asked, i);
                    table.editions.put(asked, (long) i);
                }
            }
        }
        assertEquals(table.editions.isEmpty(), set.isEmpty());
        assertEquals(table.editions.size(), set.size());
        assertArrayEquals(
                table.editions.keySet().stream().mapToLong(Long::longValue).toArray(), set.keys());
        table.editions.forEach((key, edition) -> assertEquals(edition, set.version(key, -1)));
    }

    @Test
    void whatIsReadAgainAndAgainTakesNoMoreRoom() {
        for (int keys : new int[] {1, 100, 5_000, 20_000}) {
            ReadSet set = new ReadSet();
            for (int i = 0; i < 1_000_000; i++) {
                set.put(1 + i % keys, Edition.of(i, 0));
                assertTrue(set.capacity() <= Math.max(ReadSet.ENTRIES_KEPT, 5 * keys), "keys=" + keys);
            }
            assertEquals(keys, set.size());
            assertEquals(Edition.of(keys - 1, 0), set.version(keys, -1));
        }
    }

    @Test
    void oneKeyAmongManyDoesNotTakeTheRoomOfMany() {
        ReadSet set = new ReadSet();
        for (int i = 0; i < 1_000_000; i++) {
            set.put(i % 100 == 0 ? 2 + i : 1, Edition.of(1, 0));
        }
        assertTrue(set.capacity() <= 5 * 10_001, "capacity=" + set.capacity());
        assertEquals(10_001, set.size());
    }

    @Test
    void theNextTransactionFindsItsLogEmpty() {
        ReadSet set = new ReadSet();
        set.put(7, 1);
        set.put(8, 1);
        ReadSet next = new ReadSet(set.giveUpLog());
        assertTrue(next.capacity() > 0);
        assertTrue(next.isEmpty());
        next.put(9, 2);
        assertArrayEquals(new long[] {9}, next.keys());
        assertFalse(next.contains(7));
        assertTrue(set.isEmpty(), "what was given up");
        set.put(7, 3);
        assertArrayEquals(new long[] {9}, next.keys(), "and what is noted too late is nobody's");
    }

    @Test
    void aLargeLogIsNotKept() {
        ReadSet set = new ReadSet();
        for (int i = 1; i <= ReadSet.ENTRIES_KEPT; i++) {
            set.put(i, 1);
        }
        assertEquals(ReadSet.ENTRIES_KEPT, set.capacity());
        set.put(ReadSet.ENTRIES_KEPT + 1, 1);
        assertEquals(0, set.giveUpLog().length);
    }

    @Test
    void whoOnlyReadsNotesNothing() {
        assertThrows(PraghException.class, () -> ReadSet.EMPTY.put(7, 1));
        assertEquals(0, ReadSet.EMPTY.size());
    }
}
