package io.pragh.core.property;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The identifier and properties of an edge, as one transaction sees them. One thread at a time. */
public final class EdgeRecord {
    private final EdgeRef ref;
    private final Supplier<Object> ids;
    private @Nullable Object id;
    private final Map<String, @Nullable Object> properties = new LinkedHashMap<>(0);
    private @Nullable Object reader;

    /** An edge without properties. */
    public EdgeRecord(EdgeRef ref, Object id) {
        this(ref, () -> id);
    }

    /** An edge without properties, whose identifier is made on the first call of {@link #id}. */
    public EdgeRecord(EdgeRef ref, Supplier<Object> ids) {
        this.ref = ref;
        this.ids = ids;
    }

    /** The edge. */
    public EdgeRef ref() {
        return ref;
    }

    /** The edge's identifier. */
    public Object id() {
        Object known = id;
        if (known == null) {
            known = ids.get();
            id = known;
        }
        return known;
    }

    /** The transaction that returned this record to a caller; null when none did. */
    public @Nullable Object reader() {
        return reader;
    }

    /** Notes the transaction that returns this record to a caller. */
    public void reader(Object transaction) {
        reader = transaction;
    }

    /**
     * The edge's properties, in the order of their creation. A caller that changes them must call {@link
     * GraphTransaction#change(EdgeRecord)}.
     */
    public Map<String, @Nullable Object> properties() {
        return properties;
    }
}
