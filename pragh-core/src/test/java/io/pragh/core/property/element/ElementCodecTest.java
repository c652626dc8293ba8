package io.pragh.core.property.element;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.core.property.EdgeRecord;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.VertexPropertyRecord;
import io.pragh.core.property.VertexRecord;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Checks the bodies of VERTEX and EDGE values to the byte. */
class ElementCodecTest {
    private final VertexCodec.Names names = new NamesByLength();

    private static VertexRecord vertex() {
        VertexRecord vertex = new VertexRecord(9, "id", "ll");
        vertex.directory(new int[] {Directory.word(3, true), Directory.word(1, false)});
        VertexPropertyRecord natural = VertexPropertyRecord.natural(9, 0, "k", true);
        natural.put("kk", null);
        vertex.properties().add(natural);
        vertex.properties().add(new VertexPropertyRecord(1, false, "kkk", "x"));
        return vertex;
    }

    @Test
    void aVertexIsDrawnAsDocumented() {
        byte[] body = VertexCodec.encode(vertex(), names);
        byte[] expected = {
            2,
            0,
            0,
            5, // label, flags: an identifier, details
            2,
            0,
            2,
            0, // words, properties
            13,
            0,
            0,
            0,
            6,
            0,
            0,
            0,
            1,
            0,
            16,
            0, // key 1: 16 bytes behind the directory
            3,
            0,
            17,
            0,
            0,
            0,
            20,
            0, // key 0: the details
            12,
            2,
            'i',
            'd',
            2, // true
            12,
            1,
            'x',
            2, // two details
            0,
            0,
            1,
            2,
            0, // place 0: no identifier, one of its own: key 2, null
            1,
            1,
            1,
            0 // place 1: the identifier false, none of its own
        };
        assertArrayEquals(expected, body);
        VertexRecord again = VertexCodec.decode(9, body, names);
        assertArrayEquals(vertex().directory(), again.directory());
        assertEquals(2, again.nextNumber());
        assertEquals("9.0", again.properties().get(0).id());
        assertArrayEquals(expected, VertexCodec.encode(again, names));
    }

    @Test
    void anEdgeIsDrawnAsDocumented() {
        EdgeRecord edge = new EdgeRecord(new EdgeRef(1, 7, 2, 3 | EdgeRef.NAMED), true);
        edge.properties().put("k", false);
        byte[] body = EdgeCodec.encode(edge, names);
        byte[] expected = {
            1,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            2,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            3,
            0,
            0,
            0,
            0,
            0,
            0,
            0x40, // out, in, eid
            1,
            2,
            1,
            1,
            1 // supplied true, one property: key 1, false
        };
        assertArrayEquals(expected, body);
        EdgeRecord again = EdgeCodec.decode(7, body, names);
        assertEquals(edge.ref(), again.ref());
        assertEquals(Map.of("k", false), again.properties());
    }

    @Test
    void whatIsAskedForIsDecodedAndTheOthersArePassedOver() {
        VertexRecord again = VertexCodec.decode(9, VertexCodec.encode(vertex(), names), names);
        assertEquals("id", again.id());
        assertEquals(1, again.propertiesOf("kkk").size());
        assertEquals(false, again.propertiesOf("kkk").get(0).id());
        assertEquals("x", again.propertiesOf("kk", "kkk").get(0).value());
        assertEquals(0, again.propertiesOf("kk").size());
        VertexPropertyRecord first = Objects.requireNonNull(again.property(0));
        assertEquals(Collections.singletonMap("kk", null), first.properties());
        assertEquals(0, Objects.requireNonNull(again.property(1)).properties().size());
        assertNull(again.property(2));
        assertEquals(2, again.propertiesOf().size());
        assertEquals("x", again.propertiesOf("kkk").get(0).value()); // now that all are decoded
    }

    @Test
    void anIdentifierThatIsTheNaturalOneIsNotStored() {
        VertexRecord vertex = new VertexRecord(9, "id", "ll");
        vertex.properties().add(new VertexPropertyRecord(3, "9.3", "k", true));
        VertexRecord natural = new VertexRecord(9, "id", "ll");
        natural.properties().add(VertexPropertyRecord.natural(9, 3, "k", true));
        assertArrayEquals(VertexCodec.encode(natural, names), VertexCodec.encode(vertex, names));
    }

    @Test
    void aVertexThatIsCalledByItsNumberHasNothingButItsHead() {
        byte[] body = VertexCodec.encode(new VertexRecord(9, 9L, "ll"), names);
        assertArrayEquals(new byte[] {2, 0, 0, 0, 0, 0, 0, 0}, body);
        VertexRecord again = VertexCodec.decode(9, body, names);
        assertTrue(again.isCalledByNumber());
        assertEquals(9L, again.id());
        assertEquals(0, again.nextNumber());
        VertexRecord other = VertexCodec.decode(9, VertexCodec.encode(new VertexRecord(9, 9, "ll"), names), names);
        assertFalse(other.isCalledByNumber());
        assertEquals(9, other.id());
    }

    @Test
    void anElementThatIsTooLargeIsRefusedWithItsSize() {
        VertexRecord large = new VertexRecord(1, 1, "v");
        large.properties().add(new VertexPropertyRecord(0, "p", "k", new byte[16 << 20]));
        PraghException refused = assertThrows(PraghException.class, () -> VertexCodec.encode(large, names));
        assertEquals(true, refused.getMessage().contains("bytes=167772"), refused.getMessage());
    }

    @Test
    void naturalNamesOfEdgesAreReadBack() {
        EdgeRef edge = new EdgeRef(35, 36, 1L << 42, 71);
        assertEquals("z-10-1jopmubls-1z".length(), NaturalEdgeId.of(edge).length());
        assertEquals(edge, NaturalEdgeId.parse(NaturalEdgeId.of(edge)));
        for (String other : List.of(
                "",
                "1-2-3",
                "1-2-3-4-5",
                "1-2-3-",
                "-1-2-3",
                "1--2-3",
                "A-1-1-1",
                "01-1-1-1",
                "a b",
                "zzzzzzzzzzzzzz-1-1-1",
                "1-zzzz-1-1",
                "1-1-1-\u0661")) {
            assertNull(NaturalEdgeId.parse(other), other);
        }
    }
}
