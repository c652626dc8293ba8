package io.pragh.core.property;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The value of an edge that has properties, or an identifier that the application supplied. One thread at a time. */
public final class EdgeRecord {
    private final EdgeRef ref;
    private final Object id;
    private final Map<String, @Nullable Object> properties = new LinkedHashMap<>(0);
    private @Nullable Object reader;

    /** An edge without properties. */
    public EdgeRecord(EdgeRef ref, Object id) {
        this.ref = ref;
        this.id = id;
    }

    /** Which edge. */
    public EdgeRef ref() {
        return ref;
    }

    /** What the application calls it. */
    public Object id() {
        return id;
    }

    /** The transaction that handed it out; null when none did. */
    public @Nullable Object reader() {
        return reader;
    }

    /** Notes which transaction hands it out. */
    public void reader(Object transaction) {
        reader = transaction;
    }

    /** Its properties, in the order of their creation. Whoever changes them calls {@link GraphTransaction#change(EdgeRecord)}. */
    public Map<String, @Nullable Object> properties() {
        return properties;
    }
}
