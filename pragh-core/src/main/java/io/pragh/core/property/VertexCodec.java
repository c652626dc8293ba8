package io.pragh.core.property;

import io.pragh.core.base.PraghException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Body of a VERTEX value. Stateless.
 *
 * <pre>
 *   0       4       8
 *   | label | lists | {@link Directory} word 4 … | identifier | next number | count | property …
 *   property: number | supplied 1 | identifier if supplied | key | value | count | (key, value) …
 * </pre>
 *
 * <p>Identifiers and values as {@link ValueCodec} writes them; numbers, counts and keys take seven bits a byte.
 */
final class VertexCodec {
    private static final int SHOWN_CHARACTERS = 40;

    static final int LABEL_OFFSET = 0;
    static final int DIRECTORY_OFFSET = LABEL_OFFSET + Integer.BYTES;
    static final int ENTRIES_OFFSET = DIRECTORY_OFFSET + Integer.BYTES;

    private VertexCodec() {}

    static long entryOffset(long body, int entry) {
        return body + ENTRIES_OFFSET + (long) entry * Integer.BYTES;
    }

    /** Names of labels and keys as numbers, and back. */
    interface Names {
        int vertexLabel(String name);

        String vertexLabel(int number);

        int key(String name);

        String key(int number);

        /** The largest body that can be stored, in bytes. */
        int bodyBytesMax();
    }

    static byte[] encode(VertexRecord vertex, Names names) {
        ValueOutput out = new ValueOutput();
        out.putInt(names.vertexLabel(vertex.label())).putInt(vertex.directory.length);
        for (int word : vertex.directory) {
            out.putInt(word);
        }
        ValueCodec.write(out, vertex.id());
        out.putCount(vertex.nextNumber()).putCount(vertex.properties().size());
        for (VertexPropertyRecord property : vertex.properties()) {
            boolean supplied = !property.id().equals(VertexPropertyRecord.naturalId(vertex.vid(), property.number()));
            out.putCount(property.number()).putByte(supplied ? 1 : 0);
            if (supplied) {
                ValueCodec.write(out, property.id());
            }
            out.putCount(names.key(property.key()));
            ValueCodec.write(out, property.value());
            encode(out, property.properties(), names);
        }
        return checked(out.toBytes(), ElementKind.VERTEX, vertex.id(), names);
    }

    static VertexRecord decode(long vid, byte[] body, Names names) {
        ByteBuffer head = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN);
        String label = names.vertexLabel(head.getInt(LABEL_OFFSET));
        int[] directory = new int[head.getInt(DIRECTORY_OFFSET)];
        for (int i = 0; i < directory.length; i++) {
            directory[i] = head.getInt((int) entryOffset(0, i));
        }
        ValueInput in = new ValueInput(body, (int) entryOffset(0, directory.length));
        VertexRecord vertex = new VertexRecord(vid, present(ValueCodec.read(in)), label);
        vertex.directory = directory;
        vertex.nextNumber(in.getCount());
        int count = in.getLength();
        for (int i = 0; i < count; i++) {
            long number = in.getCount();
            Object id = in.getByte() != 0 ? present(ValueCodec.read(in)) : VertexPropertyRecord.naturalId(vid, number);
            String key = names.key((int) in.getCount());
            VertexPropertyRecord property = new VertexPropertyRecord(number, id, key, ValueCodec.read(in));
            decode(in, property.properties(), names);
            vertex.properties().add(property);
        }
        return vertex;
    }

    static void encode(ValueOutput out, Map<String, @Nullable Object> properties, Names names) {
        out.putCount(properties.size());
        properties.forEach((key, value) -> {
            out.putCount(names.key(key));
            ValueCodec.write(out, value);
        });
    }

    static void decode(ValueInput in, Map<String, @Nullable Object> properties, Names names) {
        int count = in.getLength();
        for (int i = 0; i < count; i++) {
            String key = names.key((int) in.getCount());
            properties.put(key, ValueCodec.read(in));
        }
    }

    static Object present(@Nullable Object identifier) {
        if (identifier == null) {
            throw new PraghException("a stored element has no identifier; it was not written by this codec");
        }
        return identifier;
    }

    static byte[] checked(byte[] body, ElementKind kind, Object id, Names names) {
        checkBytes(body, names.bodyBytesMax(), () -> kind + " id=" + shown(id));
        return body;
    }

    static void checkBytes(byte[] body, int bytesMax, Supplier<String> what) {
        if (body.length > bytesMax) {
            throw new PraghException(
                    "too large with all its properties, so that nothing of the transaction happened; divide it, or make"
                            + " segments larger (half a segment and 16 MiB are the limits): " + what.get() + " bytes="
                            + body.length
                            + " most=" + bytesMax);
        }
    }

    /** The identifier may be what is too large. */
    private static String shown(Object id) {
        String text = String.valueOf(id);
        return text.length() <= SHOWN_CHARACTERS ? text : text.substring(0, SHOWN_CHARACTERS) + "…";
    }
}
