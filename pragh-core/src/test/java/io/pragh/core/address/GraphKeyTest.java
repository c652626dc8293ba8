package io.pragh.core.address;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pragh.core.base.PraghException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GraphKeyTest {
    @Property
    void theWordHoldsEveryPart(
            @ForAll @IntRange(min = 1, max = 15) int kind,
            @ForAll @IntRange(max = 1) int direction,
            @ForAll @IntRange(max = GraphKey.LABEL_MAX) int label,
            @ForAll @LongRange(max = GraphKey.VID_MAX) long vid,
            @ForAll @LongRange(max = GraphKey.VID_MAX) long other) {
        long key = GraphKey.of(kind, direction, label, vid);
        assertEquals(kind, GraphKey.kind(key));
        assertEquals(direction, GraphKey.direction(key));
        assertEquals(label, GraphKey.label(key));
        assertEquals(vid, GraphKey.vid(key));
        assertNotEquals(0, key, "zero is no key");
        assertEquals(GraphKey.of(kind, direction, label, other), GraphKey.withVid(key, other));
    }

    @Test
    void partsLieWhereTheDrawingSays() {
        assertEquals(0x1000_0000_0000_0001L, GraphKey.of(GraphKey.KIND_ADJACENCY, GraphKey.OUT, 0, 1));
        assertEquals(0x1800_0000_0000_0000L, GraphKey.of(GraphKey.KIND_ADJACENCY, GraphKey.IN, 0, 0));
        assertEquals(0x1000_0800_0000_0000L, GraphKey.of(GraphKey.KIND_ADJACENCY, GraphKey.OUT, 1, 0));
        assertEquals(-1L, GraphKey.of(15, 1, GraphKey.LABEL_MAX, GraphKey.VID_MAX));
        assertEquals(0, GraphKey.kind(0));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0, 0",
        "16, 0, 0, 0",
        "-1, 0, 0, 0",
        "1, 2, 0, 0",
        "1, -1, 0, 0",
        "1, 0, 65536, 0",
        "1, 0, -1, 0",
        "1, 0, 0, 8796093022208",
        "1, 0, 0, -1"
    })
    void aPartOutOfRangeIsRefused(int kind, int direction, int label, long vid) {
        assertThrows(PraghException.class, () -> GraphKey.of(kind, direction, label, vid));
    }

    @Test
    void aKeyIsShownByItsParts() {
        assertEquals("1/out/7/42", GraphKey.show(GraphKey.of(1, GraphKey.OUT, 7, 42)));
        assertEquals("2/in/0/0", GraphKey.show(GraphKey.of(2, GraphKey.IN, 0, 0)));
    }
}
