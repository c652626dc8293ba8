package io.pragh.core.property;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One property of a vertex, which may have several under one key, with properties of its own. One thread at a time. */
public final class VertexPropertyRecord {
    private static final int NATURAL_RADIX = 36;

    private final long number;
    private final Object id;
    private final String key;
    private final @Nullable Object value;
    private final Map<String, @Nullable Object> properties = new LinkedHashMap<>(0);

    /**
     * A property without properties of its own.
     *
     * @param number unique among the vertex's properties, given out in the order of their creation
     * @param id what the application calls it: the identifier it supplied, or one made of vertex and number
     */
    public VertexPropertyRecord(long number, Object id, String key, @Nullable Object value) {
        this.number = number;
        this.id = id;
        this.key = key;
        this.value = value;
    }

    /** What a property is called whose identifier the application did not supply: short when it is stored. */
    public static Object naturalId(long vid, long number) {
        return Long.toString(vid, NATURAL_RADIX) + '.' + Long.toString(number, NATURAL_RADIX);
    }

    /** Unique among the vertex's properties. */
    public long number() {
        return number;
    }

    /** What the application calls it. */
    public Object id() {
        return id;
    }

    /** The key. */
    public String key() {
        return key;
    }

    /** The value; null where the graph allows it. */
    public @Nullable Object value() {
        return value;
    }

    /** Its own properties, in the order of their creation. Whoever changes them calls {@link GraphTransaction#change(VertexRecord)}. */
    public Map<String, @Nullable Object> properties() {
        return properties;
    }
}
