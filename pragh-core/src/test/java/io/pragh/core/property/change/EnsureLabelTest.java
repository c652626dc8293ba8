package io.pragh.core.property.change;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pragh.core.api.ValueOperation;
import io.pragh.core.base.PraghException;
import io.pragh.core.memory.Region;
import io.pragh.core.property.VertexPropertyRecord;
import io.pragh.core.property.VertexRecord;
import io.pragh.core.property.element.Directory;
import io.pragh.core.property.element.NamesByLength;
import io.pragh.core.property.element.VertexCodec;
import org.junit.jupiter.api.Test;

/** Checks the operation that records where a directory lies. */
class EnsureLabelTest {
    private static final long BODY = 40;
    private static final long TARGET = 1 << 11;
    private static final VertexCodec.Names NAMES = new NamesByLength();

    private static VertexRecord vertex() {
        VertexRecord vertex = new VertexRecord(9, "id", "ll");
        vertex.directory(new int[] {Directory.word(3, true), Directory.word(1, false)});
        VertexPropertyRecord natural = VertexPropertyRecord.natural(9, 0, "k", true);
        natural.put("kk", null);
        vertex.properties().add(natural);
        vertex.properties().add(new VertexPropertyRecord(1, false, "kkk", "x"));
        return vertex;
    }

    /**
     * Runs the operation on a vertex as an owner does; returns the directory afterwards, empty when nothing changed.
     */
    private static int[] ensure(Region region, byte[] body, int word) {
        region.put(BODY, body, 0, body.length);
        ValueOperation operation = new EnsureLabel();
        var update = EnsureLabel.of(9, word);
        int bytes = operation.newBytes(update, region, BODY, body.length);
        if (bytes == ValueOperation.UNCHANGED) {
            return Directory.EMPTY;
        }
        operation.write(update, region, BODY, body.length, region, TARGET, bytes);
        byte[] after = new byte[bytes];
        region.get(TARGET, after, 0, bytes);
        VertexRecord vertex = VertexCodec.decode(9, after, NAMES);
        assertEquals(2, vertex.properties().size());
        assertEquals("x", vertex.properties().get(1).value());
        return vertex.directory();
    }

    @Test
    void aDirectoryThatIsLongerThanItsVertexIsNotSearched() {
        Region region = Region.direct(1 << 12, 1);
        region.grow();
        byte[] body = VertexCodec.encode(vertex(), NAMES);
        body[4] = (byte) body.length; // words
        assertThrows(PraghException.class, () -> ensure(region, body, Directory.word(4, true)));
    }

    @Test
    void aDirectoryGetsTheLabelsThatItDoesNotHave() {
        Region region = Region.direct(1 << 12, 1);
        region.grow();
        byte[] body = VertexCodec.encode(vertex(), NAMES);
        assertArrayEquals(Directory.EMPTY, ensure(region, body, Directory.word(3, true)));
        assertArrayEquals(new int[] {15, 6}, ensure(region, body, Directory.word(3, false)));
        assertArrayEquals(new int[] {13, 6, 17}, ensure(region, body, Directory.word(4, true)));
        assertEquals(
                ValueOperation.WRONG_PLACE,
                new EnsureLabel().newBytes(EnsureLabel.of(9, 13), region, BODY, ValueOperation.ABSENT));
    }
}
