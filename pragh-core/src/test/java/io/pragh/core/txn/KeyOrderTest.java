package io.pragh.core.txn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class KeyOrderTest {
    /** Few or many keys, with bytes that all have in common, and some keys more than once. */
    @Provide
    Arbitrary<List<Long>> keys() {
        Arbitrary<Long> any = Arbitraries.longs();
        Arbitrary<Long> alike = Arbitraries.longs().between(0, 300).map(low -> 0x9000_0000_0000_0000L | low << 20);
        return Arbitraries.oneOf(any.list().ofMaxSize(100), alike.list().ofMaxSize(1_000));
    }

    @Property
    void itIsThatOfUnsignedKeysAndStable(@ForAll("keys") List<Long> keys) {
        int[] expected = IntStream.range(0, keys.size())
                .boxed()
                .sorted(Comparator.comparing(keys::get, Long::compareUnsigned))
                .mapToInt(Integer::intValue)
                .toArray();
        assertArrayEquals(
                expected, KeyOrder.of(keys.stream().mapToLong(Long::longValue).toArray()));
    }
}
