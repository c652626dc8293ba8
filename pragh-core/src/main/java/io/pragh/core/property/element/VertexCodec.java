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
 * Body of a VERTEX value. Stateless.
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
 * <p>Properties lie in the order of their creation. An <i>offset</i> says where a value begins, counted from behind the directory, so
 * that the directory may grow; a value ends where the next one begins. So a property is found by its key's number, and neither what is
 * before its value nor what is behind it is decoded.
 *
 * <p><i>Flags</i>: 1, the identifier is stored; without it, it is the vertex's number as a {@code Long}. 2, the numbers of the properties
 * are not their places 0, 1, 2, or the next number is not their count: they are <i>said</i>. 4, some property has an identifier that was
 * supplied or properties of its own, which are <i>said</i>, by place. With 2 or 4 there is one more entry, of key 0, whose offset is where
 * that begins. 8, wide: keys, offsets and the count of properties have 4 bytes, because one of the keys or offsets does not fit into two;
 * the count in the head is 0 then. 16 is reserved for vertices with further labels: their count, and 4 bytes for each, will follow the
 * directory, where offsets begin to count. Whoever reads a flag that it does not know refuses the vertex.
 *
 * <p>Identifiers and values as {@link ValueCodec} writes them; numbers, counts, places and keys of own properties take seven bits a byte.
 */
public final class VertexCodec {
    private static final int SHOWN_CHARACTERS = 40;

    /** Labels of vertices have numbers up to this one. */
    public static final int LABEL_MAX = (1 << 24) - 1;

    static final int FLAGS_SHIFT = 24;

    /** The identifier is stored. */
    static final int IDENTIFIER = 1;
    /** The numbers of the properties are said. */
    static final int NUMBERED = 2;
    /** Something else is said of some property. */
    static final int DETAILED = 4;
    /** Entries have eight bytes. */
    static final int WIDE = 8;

    private static final int FLAGS = IDENTIFIER | NUMBERED | DETAILED | WIDE;

    /** Where label and flags are. */
    static final int LABEL_OFFSET = 0;
    /** Where the number of the directory's words is, two bytes, and behind it that of the properties. */
    static final int DIRECTORY_OFFSET = LABEL_OFFSET + Integer.BYTES;

    static final int COUNT_OFFSET = DIRECTORY_OFFSET + Short.BYTES;
    /** Where the directory is: a vertex without lists and properties, called by its number, is no longer. */
    public static final int HEAD_BYTES = COUNT_OFFSET + Short.BYTES;

    /** The greatest number of words, key and offset of two bytes. */
    static final int SHORT_MAX = 0xFFFF;

    private VertexCodec() {}

    /** Where a word of the directory is. */
    public static long entryOffset(long body, int entry) {
        return body + HEAD_BYTES + (long) entry * Integer.BYTES;
    }

    /** Names of labels and keys as numbers, and back. */
    public interface Names {
        /** The number of a label, which gets one when it is new. */
        int vertexLabel(String name);

        /** The label that has a number. */
        String vertexLabel(int number);

        /** The number of a key, which gets one when it is new. */
        int key(String name);

        /** The number of a key, 0 when it is not known here. Cost: none. */
        int knownKey(String name);

        /** The key that has a number; then those of all lower numbers are known here. */
        String key(int number);

        /** A vertex is stored that is called by something else than its number: everybody is to know before that there may be such. */
        void identified();

        /** The largest body that can be stored, in bytes. */
        int bodyBytesMax();
    }

    /** The vertex's value, which must not be larger than can be stored. */
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

    /** What the bytes say, as soon as somebody asks for it. */
    public static VertexRecord decode(long vid, byte[] body, Names names) {
        return new VertexRecord(new StoredVertex(vid, body, names));
    }

    /** The first word of a body. */
    public static int head(int label, int flags) {
        return label | flags << FLAGS_SHIFT;
    }

    /** The label in the first word of a body, none of whose flags may be unknown. */
    public static int label(int head) {
        flags(head);
        return head & LABEL_MAX;
    }

    /** The flags in the first word of a body, none of which may be unknown. */
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

    /** Adds one to the number of words in a value's head. */
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

    /** A number of words that a body of so many bytes can have; a spoiled one does not take all memory. */
    static int words(int count, int bodyBytes) {
        if (count > (bodyBytes - HEAD_BYTES) / Integer.BYTES) {
            throw new PraghException(
                    "a stored directory is longer than its vertex: words=" + count + " bytes=" + bodyBytes);
        }
        return count;
    }

    /** There are fewer labels of edges than words that fit. */
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

    /** The value that is next; a spoiled one is refused, whatever it seems to be. */
    static @Nullable Object read(ValueInput in) {
        try {
            return ValueCodec.read(in);
        } catch (ClassCastException | DateTimeException | ArithmeticException | IllegalArgumentException spoiled) {
            throw new PraghException("a stored value is none that this codec writes", spoiled);
        }
    }

    /** Passes over the value that is next. */
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
