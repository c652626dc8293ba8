package io.pragh.core.property.element;

import io.pragh.core.base.Invariant;
import io.pragh.core.base.PraghException;
import io.pragh.core.memory.Region;
import io.pragh.core.property.ElementKind;
import io.pragh.core.property.VertexPropertyRecord;
import io.pragh.core.property.VertexRecord;
import io.pragh.core.property.value.ValueCodec;
import io.pragh.core.property.value.ValueInput;
import io.pragh.core.property.value.ValueOutput;
import java.time.DateTimeException;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Encodes and decodes the body of a VERTEX value. Stateless.
 *
 * <pre>
 *   0       3       4       6       8
 *   | label | flags | lists | count | {@link Directory} word 4 … | key 2 | offset 2 | key 2 | … | identifier | value … | said
 *
 *   wide:                           | {@link Directory} word 4 … | count 4 | key 4 | offset 4 | … | identifier | value … | said
 *
 *   said: next number | number … | count | detail …
 *   detail: place | supplied 1 | identifier if supplied | count | (key, value) …
 * </pre>
 *
 * <p>Properties lie in the order of their creation. An <i>offset</i> says where a value begins, counted from the end
 * of the directory, so that the directory may grow; a value ends where the next one begins. So a reader finds a
 * property by the number of its key, and decodes neither the values before it nor those behind it.
 *
 * <p><i>Flags</i>: 1, the identifier is stored; otherwise it is the vertex's number as a {@code Long}. 2, the numbers
 * of the properties are not their places 0, 1, 2, or the next number is not their count: the numbers are <i>said</i>.
 * 4, some property has a supplied identifier or properties of its own: these details are <i>said</i>, by place. With
 * 2 or 4 there is one more entry, of key 0, whose offset is where <i>said</i> begins. 8, wide: keys, offsets and the
 * count of properties have 4 bytes, because one of the keys or offsets does not fit into two; the count in the head
 * is 0 then. 16 is reserved for vertices with further labels: their count, and 4 bytes for each, will follow the
 * directory, where offsets begin to count. A reader refuses a vertex with a flag that it does not know.
 *
 * <p>Identifiers and values have the format of {@link ValueCodec}; numbers, counts, places and keys of own properties
 * have seven bits a byte.
 */
public final class VertexCodec {
    private static final int SHOWN_CHARACTERS = 40;

    /** The greatest number of a vertex label. */
    public static final int LABEL_MAX = (1 << 24) - 1;

    static final int FLAGS_SHIFT = 24;

    /** Flag: the identifier is stored. */
    static final int IDENTIFIER = 1;
    /** Flag: the numbers of the properties are stored. */
    static final int NUMBERED = 2;
    /** Flag: some property has stored details. */
    static final int DETAILED = 4;
    /** Flag: entries have eight bytes. */
    static final int WIDE = 8;

    private static final int FLAGS = IDENTIFIER | NUMBERED | DETAILED | WIDE;

    /** Offset of label and flags. */
    static final int LABEL_OFFSET = 0;
    /** Offset of the count of the directory's words, two bytes, which the count of properties follows. */
    static final int DIRECTORY_OFFSET = LABEL_OFFSET + Integer.BYTES;

    static final int COUNT_OFFSET = DIRECTORY_OFFSET + Short.BYTES;
    /**
     * Offset of the directory, and the length of a vertex without lists and properties whose identifier is its
     * number.
     */
    public static final int HEAD_BYTES = COUNT_OFFSET + Short.BYTES;

    /** The greatest count, key or offset of two bytes. */
    static final int SHORT_MAX = 0xFFFF;

    private VertexCodec() {}

    /** The position of a word of the directory. */
    public static long entryOffset(long body, int entry) {
        return body + HEAD_BYTES + (long) entry * Integer.BYTES;
    }

    /** Maps names of labels and keys to numbers, and back. */
    public interface Names {
        /** The number of a label; a new label gets one. */
        int vertexLabel(String name);

        /** The label that has a number. */
        String vertexLabel(int number);

        /** The number of a key; a new key gets one. */
        int key(String name);

        /** The number of a key, 0 when this node does not know it. Cost: none. */
        int knownKey(String name);

        /** The key that has a number; afterwards this node knows the keys of all lower numbers. */
        String key(int number);

        /**
         * Announces, before it is stored, a vertex whose identifier is not its number, so that every node knows that
         * there may be one.
         */
        void identified();

        /** The largest body that can be stored, in bytes. */
        int bodyBytesMax();
    }

    /** Encodes a vertex; refuses a value that is too large to store. */
    public static byte[] encode(VertexRecord vertex, Names names) {
        PropertyTable table = new PropertyTable();
        List<VertexPropertyRecord> properties = vertex.properties();
        long next = vertex.nextNumber();
        boolean numbered = next != properties.size();
        for (int place = 0; place < properties.size(); place++) {
            VertexPropertyRecord property = properties.get(place);
            Object supplied = property.idOf(vertex.vid());
            int key = names.key(property.key());
            ValueCodec.write(supplied == null ? table.add(key) : table.add(key, supplied), property.value());
            property.properties().forEach((own, value) -> table.addOwn(names.key(own), value));
            numbered |= property.number() != place;
        }
        if (numbered) {
            table.number(next, properties);
        }
        int[] directory = vertex.directory();
        ValueOutput identifier = new ValueOutput();
        if (!vertex.isCalledByNumber()) {
            names.identified();
            ValueCodec.write(identifier, vertex.id());
        }
        ValueOutput out = new ValueOutput();
        int flags = table.end(identifier.length());
        int head = head(names.vertexLabel(vertex.label()), flags);
        out.putInt(head).putShort(checkedWords(directory.length));
        out.putShort(PropertyTable.countInHead(head, table.entriesBytes()));
        for (int word : directory) {
            out.putInt(word);
        }
        table.writeEntries(out);
        out.putBytes(identifier.buffer(), 0, identifier.length());
        table.writeValues(out);
        return checked(out.toBytes(), ElementKind.VERTEX, vertex.id(), names);
    }

    /** Returns a vertex that decodes its parts on demand. */
    public static VertexRecord decode(long vid, byte[] body, Names names) {
        return new VertexRecord(new StoredVertex(vid, body, names));
    }

    /** The first word of a body. */
    public static int head(int label, int flags) {
        return label | flags << FLAGS_SHIFT;
    }

    /** The label in the first word of a body; refuses unknown flags. */
    public static int label(int head) {
        flags(head);
        return head & LABEL_MAX;
    }

    /** The flags in the first word of a body; refuses unknown ones. */
    static int flags(int head) {
        int flags = head >>> FLAGS_SHIFT;
        if ((flags & ~FLAGS) != 0) {
            throw new PraghException(
                    "a stored vertex has a form that this version does not know, such as several labels; read it with the version that"
                            + " wrote it: flags="
                            + flags);
        }
        return flags;
    }

    /** The label of a value in memory. */
    public static int label(Region region, long body, int bodyBytes) {
        checkHead(bodyBytes);
        return label(region.getInt(body + LABEL_OFFSET));
    }

    /** How many words the directory of a value in memory has. */
    public static int words(Region region, long body, int bodyBytes) {
        checkHead(bodyBytes);
        return words(region.getInt(body + DIRECTORY_OFFSET) & SHORT_MAX, bodyBytes);
    }

    /** Increments the count of words in a value's head. */
    public static void addWord(Region region, long body) {
        int counts = region.getInt(body + DIRECTORY_OFFSET);
        checkedWords((counts & SHORT_MAX) + 1);
        region.setInt(body + DIRECTORY_OFFSET, counts + 1);
    }

    static void checkHead(int bodyBytes) {
        if (bodyBytes < HEAD_BYTES) {
            throw new PraghException("a stored vertex is shorter than its head: bytes=" + bodyBytes);
        }
    }

    /**
     * Checks that a body of so many bytes can have this number of words, so that a corrupt count causes no huge
     * allocation.
     */
    static int words(int count, int bodyBytes) {
        if (count > (bodyBytes - HEAD_BYTES) / Integer.BYTES) {
            throw new PraghException(
                    "a stored directory is longer than its vertex: words=" + count + " bytes=" + bodyBytes);
        }
        return count;
    }

    /** Holds always: there are fewer edge labels than the count in the head can express. */
    private static int checkedWords(int words) {
        Invariant.check(words <= SHORT_MAX, "a vertex has no more words than there are labels of edges");
        return words;
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
            properties.accept(key, read(in));
        }
    }

    /** Reads the next value; refuses a corrupt one, whatever exception decoding it raises. */
    static @Nullable Object read(ValueInput in) {
        try {
            return ValueCodec.read(in);
        } catch (ClassCastException | DateTimeException | ArithmeticException | IllegalArgumentException spoiled) {
            throw new PraghException("a stored value is none that this codec writes", spoiled);
        }
    }

    /** Skips the next value. */
    static void skip(ValueInput in) {
        try {
            ValueCodec.skip(in);
        } catch (ClassCastException | DateTimeException | ArithmeticException | IllegalArgumentException spoiled) {
            throw new PraghException("a stored value is none that this codec writes", spoiled);
        }
    }

    static void skipProperties(ValueInput in) {
        int count = in.getLength();
        for (int i = 0; i < count; i++) {
            in.getCount();
            skip(in);
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

    /** Throws unless a value of these bytes can be stored; {@code what} describes it in the message. */
    public static void checkBytes(byte[] body, int bytesMax, Supplier<String> what) {
        if (body.length > bytesMax) {
            throw new PraghException(
                    "too large with all its properties, so that nothing of the transaction happened; divide it, or make"
                            + " segments larger (half a segment and 16 MiB are the limits): " + what.get() + " bytes="
                            + body.length
                            + " most=" + bytesMax);
        }
    }

    /** Shortens the identifier, which may be the part that is too large. */
    private static String shown(Object id) {
        String text = String.valueOf(id);
        return text.length() <= SHOWN_CHARACTERS ? text : text.substring(0, SHOWN_CHARACTERS) + "…";
    }
}
