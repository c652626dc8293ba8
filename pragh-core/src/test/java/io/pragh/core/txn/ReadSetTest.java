package io.pragh.core.txn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pragh.core.base.PraghException;
import io.pragh.core.store.value.Edition;
import java.util.List;
import java.util.Map;
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

    @Test
    void whoOnlyReadsNotesNothing() {
        assertThrows(PraghException.class, () -> ReadSet.EMPTY.put(7, 1));
        assertEquals(0, ReadSet.EMPTY.size());
    }
}
