package io.pragh.core.property;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One property of a vertex, which may have properties of its own. A vertex may have several under one key. One thread
 * at a time.
 */
public final class VertexPropertyRecord {
    private static final int NATURAL_RADIX = 36;

    private final long vid;
    private final long number;
    /** Null when the application has not supplied one. */
    private final @Nullable Object id;

    private final String key;
    private final @Nullable Object value;
    /** Null while there is none, as for nearly all properties. */
    private @Nullable Map<String, @Nullable Object> properties;
    /** Whether all its values were found to be such as can be stored, since the last change. */
    private boolean checked;

    private VertexPropertyRecord(long vid, long number, @Nullable Object id, String key, @Nullable Object value) {
        this.vid = vid;
        this.number = number;
        this.id = id;
        this.key = key;
        this.value = value;
    }

    /**
     * A property without properties of its own, and with an identifier that the application has supplied.
     *
     * @param number unique among the vertex's properties, given out in the order of their creation
     */
    public VertexPropertyRecord(long number, Object id, String key, @Nullable Object value) {
        this(0, number, id, key, value);
    }

    /** Makes a property whose identifier is derived from vertex and number. */
    public static VertexPropertyRecord natural(long vid, long number, String key, @Nullable Object value) {
        return new VertexPropertyRecord(vid, number, null, key, value);
    }

    /** The identifier of a property for which the application supplied none. */
    private static Object naturalId(long vid, long number) {
        return Long.toString(vid, NATURAL_RADIX) + '.' + Long.toString(number, NATURAL_RADIX);
    }

    /** The identifier to store; null when it is the one derived from vertex and number. */
    public @Nullable Object idOf(long ofVertex) {
        return id == null || id.equals(naturalId(ofVertex, number)) ? null : id;
    }

    /** The property's number, unique among the vertex's properties. */
    public long number() {
        return number;
    }

    /** The property's identifier: supplied by the application, or derived from vertex and number. */
    public Object id() {
        return id == null ? naturalId(vid, number) : id;
    }

    /** The key. */
    public String key() {
        return key;
    }

    /** The value; null where the graph allows it. */
    public @Nullable Object value() {
        return value;
    }

    /** Its own properties, in the order of their creation. */
    public Map<String, @Nullable Object> properties() {
        Map<String, @Nullable Object> known = properties;
        return known == null ? Collections.emptyMap() : Collections.unmodifiableMap(known);
    }

    /** Sets one of its own properties. The caller must then call {@link GraphTransaction#change(VertexRecord)}. */
    public void put(String ownKey, @Nullable Object ownValue) {
        Map<String, @Nullable Object> known = properties;
        if (known == null) {
            known = new LinkedHashMap<>(2);
            properties = known;
        }
        known.put(ownKey, ownValue);
        checked = false;
    }

    /** Whether {@link #checked()} was called since the last change. */
    public boolean isChecked() {
        return checked;
    }

    /** Notes that all its values can be stored; for the graph itself. */
    public void checked() {
        checked = true;
    }

    /**
     * Removes one of its own properties; false when there is none. After true the caller must call {@link
     * GraphTransaction#change(VertexRecord)}.
     */
    public boolean remove(String ownKey) {
        Map<String, @Nullable Object> known = properties;
        if (known == null || !known.containsKey(ownKey)) {
            return false;
        }
        known.remove(ownKey);
        return true;
    }
}
