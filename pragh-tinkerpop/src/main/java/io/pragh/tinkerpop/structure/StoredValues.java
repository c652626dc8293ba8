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
 * Values and identifiers as Gremlin hands them over, and as they are stored. They are the same but for objects of classes that the store
 * does not know: those are stored as bytes, alone or in collections, when {@link SerializableClasses} allows it. Any thread.
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

    /** Objects of these classes are stored. */
    public StoredValues(SerializableClasses classes) {
        this.java = JavaBytes.of(classes);
        this.fields = FieldBytes.of(classes);
    }

    /**
     * A value as it is stored. Cost: none for numbers and text.
     *
     * @throws IllegalArgumentException the one that Gremlin expects when the value cannot be stored, and why
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

    /** A value as Gremlin sees it. Cost: none but for objects that are stored as bytes, and collections, which are looked through. */
    public @Nullable Object seen(@Nullable Object stored) {
        return holdsBytes(stored) ? objectsFor(stored) : stored;
    }

    /** An identifier as it is stored, or null when it is of no type that can be. */
    public @Nullable Object storedId(Object id) {
        try {
            return stored(id);
        } catch (IllegalArgumentException refused) {
            return null; // the caller knows what Gremlin expects for its kind of element
        }
    }

    /** An identifier as Gremlin sees it. */
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
            // What scripts put together from pieces is text, of a class of theirs.
            return value instanceof CharSequence text ? text.toString() : opaque(BY_JAVA, java.write(value));
        }
        // What hangs on a graph would take the graph along; a thread, a stream or the like has no value at all.
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

    /** The exception that Gremlin expects, with the one that explains it. */
    static <E extends Exception> E because(E expected, Throwable cause) {
        expected.initCause(cause);
        return expected;
    }
}
