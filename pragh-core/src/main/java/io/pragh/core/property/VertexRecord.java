package io.pragh.core.property;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A vertex as one transaction sees it. One that was read decodes what is asked for, when it is asked for; so whoever keeps it keeps its
 * bytes. One thread at a time.
 */
public final class VertexRecord {
    private final long vid;
    /** What it was read from; null when it is new. */
    private final @Nullable StoredVertex stored;

    private @Nullable Object id;
    private @Nullable String label;
    /** All of them, once somebody wants all; those that are stored until then. */
    private @Nullable List<VertexPropertyRecord> properties;

    private int @Nullable [] directory;
    private boolean removed;

    /** The transaction that handed it out. */
    @Nullable
    Object reader;
    /** Number of its next property, if it is greater than those of its properties and what is stored. */
    private long nextNumber;

    /** A vertex without properties. */
    public VertexRecord(long vid, Object id, String label) {
        this.vid = vid;
        this.stored = null;
        this.id = id;
        this.label = label;
        this.properties = new ArrayList<>(0);
        this.directory = Directory.EMPTY;
    }

    /** A vertex that was read. */
    VertexRecord(StoredVertex stored) {
        this.vid = stored.vid();
        this.stored = stored;
    }

    private StoredVertex stored() {
        StoredVertex known = stored;
        if (known == null) {
            throw new IllegalStateException("a vertex that is new has all its parts: vid=" + vid);
        }
        return known;
    }

    /** Whether the graph may give the number out: if not, it is only ever the number of the vertex that is called so. */
    public static boolean mayBeGivenOut(long vid) {
        return NumberLeases.mayBeGivenOut(vid);
    }

    /** The number that is part of its keys, 43 bits. */
    public long vid() {
        return vid;
    }

    /** What the application calls it. */
    public Object id() {
        Object known = id;
        if (known == null) {
            known = stored().id();
            id = known;
        }
        return known;
    }

    /** The label. */
    public String label() {
        String known = label;
        if (known == null) {
            known = stored().label();
            label = known;
        }
        return known;
    }

    /** Its properties, in the order of their creation. Whoever changes them calls {@link GraphTransaction#change(VertexRecord)}. */
    public List<VertexPropertyRecord> properties() {
        List<VertexPropertyRecord> known = properties;
        if (known == null) {
            known = stored().properties((number, key) -> true);
            properties = known;
        }
        return known;
    }

    /** Those of its properties that have one of the keys, or all if there is none, to be looked at only. Decodes no other. */
    public List<VertexPropertyRecord> propertiesOf(String... keys) {
        if (keys.length == 0) {
            return properties();
        }
        List<VertexPropertyRecord> known = properties;
        return known == null
                ? stored().properties((number, key) -> isAmong(key, keys))
                : known.stream().filter(p -> isAmong(p.key(), keys)).toList();
    }

    private static boolean isAmong(String key, String[] keys) {
        for (String each : keys) {
            if (key.equals(each)) {
                return true;
            }
        }
        return false;
    }

    /** The property with a number, or null, to be looked at only. Decodes no other. */
    public @Nullable VertexPropertyRecord property(long number) {
        List<VertexPropertyRecord> known = properties;
        List<VertexPropertyRecord> some = known == null ? stored().properties((n, key) -> n == number) : known;
        for (VertexPropertyRecord property : some) {
            if (property.number() == number) {
                return property;
            }
        }
        return null;
    }

    /** Whether this transaction has removed it. */
    public boolean isRemoved() {
        return removed;
    }

    void remove() {
        removed = true;
    }

    /** Which edge labels it has had: {@link Directory}. */
    int[] directory() {
        int[] known = directory;
        if (known == null) {
            known = stored().directory();
            directory = known;
        }
        return known;
    }

    void directory(int[] words) {
        directory = words;
    }

    /** The next number, greater than those of all its properties. */
    long nextNumber() {
        long next = stored == null ? nextNumber : Math.max(nextNumber, stored.nextNumber());
        for (VertexPropertyRecord property : properties()) {
            next = Math.max(next, property.number() + 1);
        }
        return next;
    }

    void nextNumber(long number) {
        nextNumber = number;
    }
}
