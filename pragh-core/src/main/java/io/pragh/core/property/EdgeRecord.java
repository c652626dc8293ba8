package io.pragh.core.property;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The value of an edge that has properties, or an identifier that the application supplied. One thread at a time. */
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

    /** An edge without properties, of which only who asks is told what it is called. */
    public EdgeRecord(EdgeRef ref, Supplier<Object> ids) {
        this.ref = ref;
        this.ids = ids;
    }

    /** Which edge. */
    public EdgeRef ref() {
        return ref;
    }

    /** What the application calls it. */
    public Object id() {
        Object known = id;
        if (known == null) {
            known = ids.get();
            id = known;
        }
        return known;
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
