package io.pragh.tinkerpop.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.serial.Bombs;
import io.pragh.tinkerpop.serial.SerializableClasses;
import io.pragh.tinkerpop.serial.Trap;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import org.apache.tinkerpop.gremlin.process.traversal.Bytecode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What nodes send each other that GraphBinary has no type for. */
@Timeout(20)
class ForwardedObjectsTest {
    private final QueryCodec careful = new QueryCodec(SerializableClasses.JDK);
    /** As a node that would read and write it. */
    private final QueryCodec careless = new QueryCodec(SerializableClasses.of(Trap.class.getName()));

    private static ByteBuffer value(QueryCodec writer, Object value) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        writer.write(QueryCodec.RESULT, 1, value, out);
        byte[] record = out.toByteArray();
        return ByteBuffer.wrap(record, QueryCodec.HEAD_BYTES, record.length - QueryCodec.HEAD_BYTES)
                .slice();
    }

    @Test
    void objectsOfOtherClassesAreNotMade() throws IOException {
        Object inside = new Object[] {new Trap()};
        ByteBuffer result = value(careless, inside);
        Bytecode query = new Bytecode();
        query.addStep("inject", inside);
        ByteBuffer question = careless.query(query);
        int before = Trap.SPRUNG.get();
        String told =
                assertThrows(IOException.class, () -> careful.value(result)).getMessage();
        assertTrue(told.contains("class=" + Trap.class.getName()), told);
        assertThrows(IOException.class, () -> careful.query(question));
        assertThrows(IOException.class, () -> value(careful, inside));
        assertEquals(before, Trap.SPRUNG.get());
        assertEquals(1, ((Object[]) careless.value(value(careless, inside))).length);
        assertEquals(before + 1, Trap.SPRUNG.get());
    }

    @Test
    void lengthsAreThoseOfWhatHasCome() throws IOException {
        for (int length : new int[] {Integer.MAX_VALUE, 1 << 20, -1}) {
            ByteBuffer forged = value(careful, new Object[] {new HashSet<>()});
            int at = lengthOffset(forged);
            forged.putInt(at, length);
            String told =
                    assertThrows(IOException.class, () -> careful.value(forged)).getMessage();
            assertTrue(told.contains("longer than what it is part of"), told);
        }
    }

    /** Before the stream's magic number and version. */
    private static int lengthOffset(ByteBuffer value) {
        for (int at = Integer.BYTES; at < value.limit() - Integer.BYTES; at++) {
            if (value.getInt(at) == 0xACED0005) {
                return at - Integer.BYTES;
            }
        }
        throw new AssertionError("no serialized object");
    }

    @Test
    void setsThatShareTheirElementsAreRefused() throws IOException {
        ByteBuffer bomb = value(careful, new Object[] {Bombs.sets(40)});
        String told = assertThrows(IOException.class, () -> careful.value(bomb)).getMessage();
        assertTrue(told.contains("take too long to hash"), told);
    }
}
