package io.pragh.tinkerpop.structure;

import io.pragh.core.base.PraghException;
import io.pragh.core.property.value.OpaqueValue;
import io.pragh.core.property.value.ValueCodec;
import io.pragh.tinkerpop.serial.FieldBytes;
import io.pragh.tinkerpop.serial.JavaBytes;
import io.pragh.tinkerpop.serial.SerializableClasses;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.jspecify.annotations.Nullable;

/**
 * Converts values and identifiers between Gremlin's form and the stored one. They are the same except for objects of
 * classes that the store does not know: those are stored as bytes, alone or in collections, when
 * {@link SerializableClasses} allows it. Any thread.
 *
 * <pre>
 *   0     1
 *   | how | bytes …    1: by Java's serialization   2: by the values of fields
 * </pre>
 */
public final class StoredValues {
    private static final int HOW_OFFSET = 0;
    private static final int BYTES_OFFSET = HOW_OFFSET + Byte.BYTES;
    private static final byte BY_JAVA = 1;
    private static final byte BY_FIELDS = 2;

    private final JavaBytes java;
    private final FieldBytes fields;

    /** Allows objects of these classes to be stored. */
    public StoredValues(SerializableClasses classes) {
        this.java = JavaBytes.of(classes);
        this.fields = FieldBytes.of(classes);
    }

    /**
     * The stored form of a value. Cost: none for numbers and text.
     *
     * @throws IllegalArgumentException the one that Gremlin expects when the value cannot be stored, with the reason
     */
    public @Nullable Object stored(@Nullable Object value) {
        try {
            ValueCodec.check(value);
            return value;
        } catch (PraghException unknown) {
            try {
                return bytesFor(value);
            } catch (PraghException | IOException refused) {
                String expected = Property.Exceptions.dataTypeOfPropertyValueNotSupported(value)
                        .getMessage();
                throw new IllegalArgumentException(expected + "; " + refused.getMessage(), refused);
            }
        }
    }

    /**
     * The Gremlin form of a stored value. Cost: none except for objects that are stored as bytes, and collections,
     * which are searched for such.
     */
    public @Nullable Object seen(@Nullable Object stored) {
        return holdsBytes(stored) ? objectsFor(stored) : stored;
    }

    /** The stored form of an identifier, or null when its type cannot be stored. */
    public @Nullable Object storedId(Object id) {
        try {
            return stored(id);
        } catch (IllegalArgumentException refused) {
            return null; // the caller knows what Gremlin expects for its kind of element
        }
    }

    /** The Gremlin form of a stored identifier. */
    public Object seenId(Object stored) {
        return stored instanceof OpaqueValue opaque ? object(opaque) : stored;
    }

    /** A copy with bytes in place of objects that the store does not know. */
    private @Nullable Object bytesFor(@Nullable Object value) throws IOException {
        if (value instanceof Map<?, ?> map) {
            Map<@Nullable Object, @Nullable Object> stored = new LinkedHashMap<>();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                stored.put(bytesFor(entry.getKey()), bytesFor(entry.getValue()));
            }
            return stored;
        }
        if (value instanceof List || value instanceof Set) {
            Collection<@Nullable Object> stored = value instanceof List ? new ArrayList<>() : new LinkedHashSet<>();
            for (Object part : (Collection<?>) value) {
                stored.add(bytesFor(part));
            }
            return stored;
        }
        try {
            ValueCodec.check(value);
            return value;
        } catch (PraghException unknown) {
            return value == null ? null : bytes(value);
        }
    }

    private Object bytes(Object value) throws IOException {
        if (value instanceof Serializable) {
            // Text that scripts assemble from pieces is of a class of their language.
            return value instanceof CharSequence text ? text.toString() : opaque(BY_JAVA, java.write(value));
        }
        // An object that refers to a graph would be stored with the graph; a thread, a stream or the like has no
        // value at all.
        boolean live = value instanceof Element
                || value instanceof Property
                || value instanceof Graph
                || value instanceof Iterator
                || value instanceof Collection
                || value instanceof Thread;
        if (live) {
            throw new IOException("it is no value");
        }
        return opaque(BY_FIELDS, fields.write(value));
    }

    private static OpaqueValue opaque(byte how, byte[] bytes) {
        byte[] whole = new byte[BYTES_OFFSET + bytes.length];
        whole[HOW_OFFSET] = how;
        System.arraycopy(bytes, 0, whole, BYTES_OFFSET, bytes.length);
        return new OpaqueValue(whole);
    }

    private static boolean holdsBytes(@Nullable Object stored) {
        if (stored instanceof Map<?, ?> map) {
            return map.keySet().stream().anyMatch(StoredValues::holdsBytes)
                    || map.values().stream().anyMatch(StoredValues::holdsBytes);
        }
        return stored instanceof OpaqueValue
                || stored instanceof Collection<?> several && several.stream().anyMatch(StoredValues::holdsBytes);
    }

    private @Nullable Object objectsFor(@Nullable Object stored) {
        if (stored instanceof Map<?, ?> map) {
            Map<@Nullable Object, @Nullable Object> seen = new LinkedHashMap<>();
            map.forEach((key, value) -> seen.put(objectsFor(key), objectsFor(value)));
            return seen;
        }
        if (stored instanceof Collection<?> several) {
            Collection<@Nullable Object> seen = stored instanceof Set ? new LinkedHashSet<>() : new ArrayList<>();
            several.forEach(part -> seen.add(objectsFor(part)));
            return seen;
        }
        return stored instanceof OpaqueValue opaque ? object(opaque) : stored;
    }

    private Object object(OpaqueValue stored) {
        byte[] whole = stored.bytes();
        if (whole.length <= BYTES_OFFSET) {
            throw new PraghException("a stored object has no bytes");
        }
        try {
            byte[] bytes = Arrays.copyOfRange(whole, BYTES_OFFSET, whole.length);
            return whole[HOW_OFFSET] == BY_FIELDS ? fields.read(bytes) : java.read(bytes);
        } catch (IOException refused) {
            throw new PraghException("a stored object cannot be read: " + refused.getMessage(), refused);
        }
    }

    /** The exception that Gremlin expects, with its cause. */
    static <E extends Exception> E because(E expected, Throwable cause) {
        expected.initCause(cause);
        return expected;
    }
}
