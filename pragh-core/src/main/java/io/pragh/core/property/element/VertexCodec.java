package io.pragh.core.property.element;

import io.pragh.core.base.PraghException;
import io.pragh.core.property.ElementKind;
import io.pragh.core.property.VertexParts;
import io.pragh.core.property.VertexPropertyRecord;
import io.pragh.core.property.VertexRecord;
import io.pragh.core.property.value.ValueCodec;
import io.pragh.core.property.value.ValueInput;
import io.pragh.core.property.value.ValueOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
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
public final class VertexCodec {
    private static final int SHOWN_CHARACTERS = 40;

    /** Where the number of the label is. */
    public static final int LABEL_OFFSET = 0;
    /** Where the number of the directory's words is, which follow it. */
    public static final int DIRECTORY_OFFSET = LABEL_OFFSET + Integer.BYTES;

    static final int ENTRIES_OFFSET = DIRECTORY_OFFSET + Integer.BYTES;

    private VertexCodec() {}

    /** Where a word of the directory is. */
    public static long entryOffset(long body, int entry) {
        return body + ENTRIES_OFFSET + (long) entry * Integer.BYTES;
    }

    /** Names of labels and keys as numbers, and back. */
    public interface Names {
        /** The number of a label, which gets one when it is new. */
        int vertexLabel(String name);

        /** The label that has a number. */
        String vertexLabel(int number);

        /** The number of a key, which gets one when it is new. */
        int key(String name);

        /** The key that has a number. */
        String key(int number);

        /** The largest body that can be stored, in bytes. */
        int bodyBytesMax();
    }

    /** The vertex's value, which must not be larger than can be stored. */
    public static byte[] encode(VertexRecord vertex, Names names) {
        ValueOutput out = new ValueOutput();
        int[] directory = vertex.directory();
        out.putInt(names.vertexLabel(vertex.label())).putInt(directory.length);
        for (int word : directory) {
            out.putInt(word);
        }
        ValueCodec.write(out, vertex.id());
        out.putCount(vertex.nextNumber()).putCount(vertex.properties().size());
        for (VertexPropertyRecord property : vertex.properties()) {
            Object supplied = property.idOf(vertex.vid());
            out.putCount(property.number()).putByte(supplied == null ? 0 : 1);
            if (supplied != null) {
                ValueCodec.write(out, supplied);
            }
            out.putCount(names.key(property.key()));
            ValueCodec.write(out, property.value());
            encode(out, property.properties(), names);
        }
        return checked(out.toBytes(), ElementKind.VERTEX, vertex.id(), names);
    }

    /** What the bytes say, as soon as somebody asks for it. */
    public static VertexRecord decode(long vid, byte[] body, Names names) {
        return new VertexRecord(new StoredVertex(vid, body, names));
    }

    static String label(byte[] body, Names names) {
        return names.vertexLabel(new ValueInput(body, LABEL_OFFSET).getInt());
    }

    static int[] directory(byte[] body) {
        ValueInput in = new ValueInput(body, DIRECTORY_OFFSET);
        int[] words = new int[words(in.getInt(), body.length)];
        for (int i = 0; i < words.length; i++) {
            words[i] = in.getInt();
        }
        return words;
    }

    /** A number of words that a body of so many bytes can have; a spoiled one does not take all memory. */
    public static int words(int count, int bodyBytes) {
        if (count < 0 || count > (bodyBytes - ENTRIES_OFFSET) / Integer.BYTES) {
            throw new PraghException(
                    "a stored directory is longer than its vertex: words=" + count + " bytes=" + bodyBytes);
        }
        return count;
    }

    /** What comes behind the directory. */
    private static ValueInput behindDirectory(byte[] body) {
        int words = words(new ValueInput(body, DIRECTORY_OFFSET).getInt(), body.length);
        return new ValueInput(body, (int) entryOffset(0, words));
    }

    static Object id(byte[] body) {
        return present(ValueCodec.read(behindDirectory(body)));
    }

    static long nextNumber(byte[] body) {
        ValueInput in = behindDirectory(body);
        ValueCodec.skip(in);
        return in.getCount();
    }

    /** Those properties that are wanted, in their order; of the others nothing is decoded but number and key. */
    static List<VertexPropertyRecord> properties(long vid, byte[] body, Names names, VertexParts.Wanted wanted) {
        ValueInput in = behindDirectory(body);
        ValueCodec.skip(in);
        in.getCount();
        int count = in.getLength();
        List<VertexPropertyRecord> found = new ArrayList<>(2);
        for (int i = 0; i < count; i++) {
            long number = in.getCount();
            int idAt = in.getByte() == 0 ? 0 : in.position();
            if (idAt != 0) {
                ValueCodec.skip(in);
            }
            String key = names.key((int) in.getCount());
            if (wanted.wants(number, key)) {
                Object value = ValueCodec.read(in);
                VertexPropertyRecord property = idAt == 0
                        ? VertexPropertyRecord.natural(vid, number, key, value)
                        : new VertexPropertyRecord(
                                number, present(ValueCodec.read(new ValueInput(body, idAt))), key, value);
                decode(in, property::put, names);
                found.add(property);
            } else {
                ValueCodec.skip(in);
                skipProperties(in);
            }
        }
        return found;
    }

    private static void skipProperties(ValueInput in) {
        int count = in.getLength();
        for (int i = 0; i < count; i++) {
            in.getCount();
            ValueCodec.skip(in);
        }
    }

    static void encode(ValueOutput out, Map<String, @Nullable Object> properties, Names names) {
        out.putCount(properties.size());
        properties.forEach((key, value) -> {
            out.putCount(names.key(key));
            ValueCodec.write(out, value);
        });
    }

    static void decode(ValueInput in, BiConsumer<String, @Nullable Object> properties, Names names) {
        int count = in.getLength();
        for (int i = 0; i < count; i++) {
            String key = names.key((int) in.getCount());
            properties.accept(key, ValueCodec.read(in));
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

    /** Whether a value of these bytes can be stored; else {@code what} says in the failure what it is. */
    public static void checkBytes(byte[] body, int bytesMax, Supplier<String> what) {
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
