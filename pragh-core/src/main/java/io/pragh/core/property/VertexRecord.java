package io.pragh.core.property;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A vertex as one transaction sees it. One thread at a time. */
public final class VertexRecord {
    /** Numbers from here on are given out by the graph; each one below is only ever the number of the vertex that is called so. */
    public static final long GIVEN_OUT_MIN = NumberLeases.GIVEN_OUT;

    private final long vid;
    private final Object id;
    private final String label;
    private final List<VertexPropertyRecord> properties = new ArrayList<>(0);
    private boolean removed;

    /** Which edge labels it has had: {@link Directory}. */
    int[] directory = Directory.EMPTY;
    /** The transaction that handed it out. */
    @Nullable
    Object reader;
    /** Number of its next property. */
    private long nextNumber;

    /** A vertex without properties. */
    public VertexRecord(long vid, Object id, String label) {
        this.vid = vid;
        this.id = id;
        this.label = label;
    }

    /** The number that is part of its keys, 43 bits. */
    public long vid() {
        return vid;
    }

    /** What the application calls it. */
    public Object id() {
        return id;
    }

    /** The label. */
    public String label() {
        return label;
    }

    /** Its properties, in the order of their creation. Whoever changes them calls {@link GraphTransaction#change(VertexRecord)}. */
    public List<VertexPropertyRecord> properties() {
        return properties;
    }

    /** Whether this transaction has removed it. */
    public boolean isRemoved() {
        return removed;
    }

    void remove() {
        removed = true;
    }

    /** A number for a new property. */
    long takeNumber() {
        return nextNumber++;
    }

    /** The next number, greater than those of all its properties. */
    long nextNumber() {
        long next = nextNumber;
        for (VertexPropertyRecord property : properties) {
            next = Math.max(next, property.number() + 1);
        }
        return next;
    }

    void nextNumber(long number) {
        nextNumber = number;
    }
}
