package io.pragh.core.property;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A vertex as one transaction sees it. One that was read decodes what is asked for, when it is asked for; so whoever keeps it keeps its
 * bytes. One thread at a time.
 */
public final class VertexRecord {
    private static final int[] NO_LISTS = {};

    private final long vid;
    /** What it was read from; null when it is new. */
    private final @Nullable VertexParts stored;

    private @Nullable Object id;
    private @Nullable String label;
    /** All of them, once somebody wants all; those that are stored until then. */
    private @Nullable List<VertexPropertyRecord> properties;

    private int @Nullable [] directory;
    private boolean removed;

    private @Nullable Object reader;
    /** Number of its next property, if it is greater than those of its properties and what is stored. */
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

    /** Whether the application calls it by its number, as a {@code Long}. Makes nothing. */
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

    /** Its properties, in the order of their creation. Whoever changes them calls {@link GraphTransaction#change(VertexRecord)}. */
    public List<VertexPropertyRecord> properties() {
        List<VertexPropertyRecord> known = properties;
        if (known == null) {
            known = stored().properties();
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

    /** The property with a number, or null, to be looked at only. Decodes no other. */
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

    /** Whether this transaction has removed it. */
    public boolean isRemoved() {
        return removed;
    }

    /** This transaction has removed it. */
    public void remove() {
        removed = true;
    }

    /** The transaction that handed it out; null when none did. */
    public @Nullable Object reader() {
        return reader;
    }

    /** Notes which transaction hands it out. */
    public void reader(Object transaction) {
        reader = transaction;
    }

    /** Which edge labels it has had, a word each, for the graph itself. */
    public int[] directory() {
        int[] known = directory;
        if (known == null) {
            known = stored().directory();
            directory = known;
        }
        return known;
    }

    /** Which edge labels it has from now on. */
    public void directory(int[] words) {
        directory = words;
    }

    /** The next number, greater than those of all its properties. */
    public long nextNumber() {
        long next = stored == null ? nextNumber : Math.max(nextNumber, stored.nextNumber());
        for (VertexPropertyRecord property : properties()) {
            next = Math.max(next, property.number() + 1);
        }
        return next;
    }

    /** The next number is not smaller than this. */
    public void nextNumber(long number) {
        nextNumber = number;
    }
}
