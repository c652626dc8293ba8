package io.pragh.core.property;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A vertex as one transaction sees it. A record of a stored vertex decodes each part on demand, and so retains the
 * vertex's bytes. One thread at a time.
 */
public final class VertexRecord {
    private static final int[] NO_LISTS = {};

    private final long vid;
    /** The stored form; null for a new vertex. */
    private final @Nullable VertexParts stored;

    private @Nullable Object id;
    private @Nullable String label;
    /** All properties, once a caller has asked for all; null until then for a stored vertex. */
    private @Nullable List<VertexPropertyRecord> properties;

    private int @Nullable [] directory;
    private boolean removed;

    private @Nullable Object reader;
    /** Number of the next property, if it is greater than those of the properties and the stored one. */
    private long nextNumber;

    /** A vertex without properties. */
    public VertexRecord(long vid, Object id, String label) {
        this.vid = vid;
        this.stored = null;
        this.id = id;
        this.label = label;
        this.properties = new ArrayList<>(0);
        this.directory = NO_LISTS;
    }

    /** A vertex that was read. */
    public VertexRecord(VertexParts stored) {
        this.vid = stored.vid();
        this.stored = stored;
    }

    private VertexParts stored() {
        VertexParts known = stored;
        if (known == null) {
            throw new IllegalStateException("a vertex that is new has all its parts: vid=" + vid);
        }
        return known;
    }

    /** The vertex's number, 43 bits, which is part of its keys. */
    public long vid() {
        return vid;
    }

    /** The vertex's identifier. */
    public Object id() {
        Object known = id;
        if (known == null) {
            known = stored().id();
            id = known;
        }
        return known;
    }

    /** Whether the vertex's identifier is its number, as a {@code Long}. Allocates nothing. */
    public boolean isCalledByNumber() {
        Object known = id;
        return known == null ? stored().isCalledByNumber() : known instanceof Long number && number == vid;
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

    /**
     * All its properties, in the order of their creation. A caller that changes them must call {@link
     * GraphTransaction#change(VertexRecord)}.
     */
    public List<VertexPropertyRecord> properties() {
        List<VertexPropertyRecord> known = properties;
        if (known == null) {
            known = stored().properties();
            properties = known;
        }
        return known;
    }

    /**
     * The properties under one of the keys, or all if no key is given; the caller must not change them. Decodes no
     * other property.
     */
    public List<VertexPropertyRecord> propertiesOf(String... keys) {
        if (keys.length == 0) {
            return properties();
        }
        List<VertexPropertyRecord> known = properties;
        return known == null
                ? stored().properties(keys)
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

    /** The property with a number, or null; the caller must not change it. Decodes no other property. */
    public @Nullable VertexPropertyRecord property(long number) {
        List<VertexPropertyRecord> known = properties;
        if (known == null) {
            return stored().property(number);
        }
        for (VertexPropertyRecord property : known) {
            if (property.number() == number) {
                return property;
            }
        }
        return null;
    }

    /** As {@link VertexParts#held}; unknown once all properties were decoded. */
    public Held held(String key, byte[] value) {
        return properties == null ? stored().held(key, value) : Held.UNKNOWN;
    }

    /** Whether this transaction has removed the vertex. */
    public boolean isRemoved() {
        return removed;
    }

    /** Notes that this transaction has removed the vertex. */
    public void remove() {
        removed = true;
    }

    /** The transaction that returned this record to a caller; null when none did. */
    public @Nullable Object reader() {
        return reader;
    }

    /** Notes the transaction that returns this record to a caller. */
    public void reader(Object transaction) {
        reader = transaction;
    }

    /** The edge labels that the vertex has had, a word each; for the graph itself. */
    public int[] directory() {
        int[] known = directory;
        if (known == null) {
            known = stored().directory();
            directory = known;
        }
        return known;
    }

    /** Sets the edge labels that the vertex has had. */
    public void directory(int[] words) {
        directory = words;
    }

    /** The number of the next property, greater than those of all its properties. */
    public long nextNumber() {
        long next = stored == null ? nextNumber : Math.max(nextNumber, stored.nextNumber());
        for (VertexPropertyRecord property : properties()) {
            next = Math.max(next, property.number() + 1);
        }
        return next;
    }

    /** Raises the number of the next property to at least this. */
    public void nextNumber(long number) {
        nextNumber = number;
    }
}
