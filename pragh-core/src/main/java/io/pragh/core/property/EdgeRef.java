package io.pragh.core.property;

import org.jspecify.annotations.Nullable;

/**
 * A reference to an edge: to its entry in the list of the vertex that it leaves, and in the list of the vertex at
 * which it arrives. Two references are equal when they name the same edge, also when one has no number and the other
 * has the number that the edge got with its properties, or when they carry different values. Immutable.
 *
 * @param out number of the vertex that it leaves
 * @param label number of its label
 * @param in number of the vertex at which it arrives
 * @param eid the entry's edge id; 0 for an edge that was the only one between its vertices under its label when it
 *     was added, and that has no property; {@link #CARRIES} and the property's value for such an edge with one
 *     property; pending in the transaction that has added it
 */
public record EdgeRef(long out, int label, long in, long eid) {
    /** Bit of an edge id: the application has supplied an identifier. */
    public static final long NAMED = 1L << 62;

    /**
     * Bit of an edge id: the edge had number 0 until it got its properties, and keeps the identifier that it had
     * then. At most one edge of two vertices and a label has it.
     */
    public static final long NUMBERED_LATE = 1L << 61;

    /**
     * Bit of an edge id: the transaction that has added the edge has not committed. At commit the edge gets this
     * number, or none ({@link NewEdges}). No stored edge id has this bit.
     */
    public static final long PENDING = 1L << 60;

    /** Both bits of an edge id: the edge has no number, and the other 61 bits are the value of its only property. */
    public static final long CARRIES = NAMED | NUMBERED_LATE;

    private static final int MARK_SHIFT = 61;
    private static final int PENDING_SHIFT = 60;

    /** Whether an edge id is pending. */
    public static boolean isPending(long eid) {
        return eid >>> PENDING_SHIFT == PENDING >>> PENDING_SHIFT;
    }

    /** Whether an edge id carries a value. */
    public static boolean carries(long eid) {
        return eid >>> MARK_SHIFT == CARRIES >>> MARK_SHIFT;
    }

    /** Whether the edge's entries carry the value of its only property. */
    public boolean carries() {
        return carries(eid);
    }

    /** The 61 bits that the edge id carries. */
    public long carried() {
        return eid & ~CARRIES;
    }

    /**
     * Whether the edge was added by a transaction that has not committed, or had not when this reference was made.
     */
    public boolean isPending() {
        return isPending(eid);
    }

    /** This pending edge with the edge id that it has if it gets its number. */
    public EdgeRef withNumber() {
        return new EdgeRef(out, label, in, eid & ~PENDING);
    }

    /** This pending edge with the edge id that it has if it gets no number. */
    public EdgeRef withoutNumber() {
        return new EdgeRef(out, label, in, 0);
    }

    /**
     * Whether the application has supplied the edge's identifier, which then has to be read; otherwise it follows
     * from these numbers.
     */
    public boolean isNamed() {
        return eid >>> MARK_SHIFT == NAMED >>> MARK_SHIFT;
    }

    /**
     * Whether the edge has no number, or had none until it got its properties. Another transaction may then see it
     * with a number, without one, or with another carried value.
     */
    public boolean wasUnnumbered() {
        return eid == 0 || (eid & NUMBERED_LATE) != 0; // carried values have this bit, too
    }

    /** This edge, which has no number, with one. */
    public EdgeRef numbered(long number) {
        return new EdgeRef(out, label, in, number | NUMBERED_LATE);
    }

    /**
     * This edge, which has no number, with another edge id of that sort: 0, or one that {@linkplain #CARRIES carries}
     * a value.
     */
    public EdgeRef unnumbered(long other) {
        return new EdgeRef(out, label, in, other);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof EdgeRef edge
                && edge.out == out
                && edge.in == in
                && edge.label == label
                && edge.eidFirst() == eidFirst();
    }

    @Override
    public int hashCode() {
        return Long.hashCode(((out * 31 + in) * 31 + label) * 31 + eidFirst());
    }

    /** The edge id that the edge had when it was added. */
    private long eidFirst() {
        return wasUnnumbered() ? 0 : eid & ~PENDING;
    }
}
