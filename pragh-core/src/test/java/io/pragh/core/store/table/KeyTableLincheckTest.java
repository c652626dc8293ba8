package io.pragh.core.store.table;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.memory.PageRuns;
import io.pragh.core.memory.Region;
import java.util.HashMap;
import java.util.Map;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

/** Checks that look-up, insertion and swaps are linearizable while the table grows. */
@Param(name = "key", gen = IntGen.class, conf = "0:2")
@Param(name = "word", gen = IntGen.class, conf = "0:2")
public class KeyTableLincheckTest {
    private static final int ALMOST_FULL = 16 * 64 / 5 - 1;
    /** Scenarios run one at a time, each in the memory that the one before has left. */
    private static final Region REGION = Region.direct(1 << 18, 4);

    private final KeyTable table;

    /** A table that begins to grow with the second new key. */
    public KeyTableLincheckTest() {
        table = new KeyTable(
                REGION, new PageRuns(REGION), new HomeMap(1), 0, 0, (offset, count) -> {}, REGION::compareAndExchange);
        for (int i = 0; i < ALMOST_FULL; i++) {
            table.findOrInsert(GraphKey.of(GraphKey.KIND_PLAIN, 0, 0, i));
        }
    }

    /** The word of a key; 0 also when the key has no slot. */
    @Operation
    public int read(@Param(name = "key") int key) {
        long found = table.addressOf(key(key));
        for (int word = 0; word <= 2; word++) {
            if (found == word(word)) {
                return word;
            }
        }
        throw new AssertionError("nobody wrote " + ValueAddress.show(found));
    }

    /** Whether a key has a slot. */
    @Operation
    public boolean has(@Param(name = "key") int key) {
        return table.find(key(key)) != 0;
    }

    /** Gives a key a slot. */
    @Operation
    public boolean insert(@Param(name = "key") int key) {
        return table.findOrInsert(key(key)) > 0;
    }

    /**
     * Swaps a key's word as migrators and homes do: repeats until the slot has not moved between look-up and swap.
     */
    @Operation
    public boolean swap(@Param(name = "key") int key, @Param(name = "word") int from, @Param(name = "word") int to) {
        while (true) {
            long slot = table.find(key(key));
            if (slot == 0) {
                return false;
            }
            long found = REGION.compareAndExchange(slot, word(from), word(to));
            if (found != ValueAddress.FORWARDED) {
                return found == word(from);
            }
        }
    }

    /** Moves some buckets; the number that is left is not part of the result. */
    @Operation
    public void grow() {
        table.growStep(5);
    }

    @Test
    void isLinearizable() {
        new StressOptions()
                .iterations(15)
                .invocationsPerIteration(500)
                .threads(3)
                .actorsPerThread(4)
                .actorsBefore(2)
                .actorsAfter(2)
                .sequentialSpecification(Specification.class)
                .check(KeyTableLincheckTest.class);
    }

    private static long key(int key) {
        return GraphKey.of(GraphKey.KIND_ADJACENCY, 0, key, 4711);
    }

    /** The word for a number: 0 is absent, 1 a block, 2 absent and busy. */
    private static long word(int word) {
        return word == 1 ? ValueAddress.of(0, 0, 1, 16) : word * (ValueAddress.BUSY / 2);
    }

    /** The sequential specification of the operations. */
    public static final class Specification {
        private final Map<Integer, Integer> words = new HashMap<>();

        /** Specifies {@link KeyTableLincheckTest#read}. */
        public int read(int key) {
            return words.getOrDefault(key, 0);
        }

        /** Specifies {@link KeyTableLincheckTest#has}. */
        public boolean has(int key) {
            return words.containsKey(key);
        }

        /** Specifies {@link KeyTableLincheckTest#insert}. */
        public boolean insert(int key) {
            words.putIfAbsent(key, 0);
            return true;
        }

        /** Specifies {@link KeyTableLincheckTest#swap}. */
        public boolean swap(int key, int from, int to) {
            return words.containsKey(key) && words.replace(key, from, to);
        }

        /** Specifies {@link KeyTableLincheckTest#grow}. */
        public void grow() {}
    }
}
