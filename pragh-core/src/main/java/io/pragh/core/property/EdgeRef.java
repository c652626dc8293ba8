package io.pragh.core.property;

import org.jspecify.annotations.Nullable;

/**
 * Which edge: an entry of the list of the vertex that it leaves, and of the one at which it arrives. Two are equal when they are of one
 * edge, also when one of them has no number and the other the one that the edge got with its properties, or another value. Immutable.
 *
 * @param out number of the vertex that it leaves
 * @param label number of its label
 * @param in number of the vertex at which it arrives
 * @param eid the entry's edge id; 0 for an edge that was the only one between its vertices under its label when it came, and that has no
 *     property; {@link #CARRIES} and its property for one that has one; pending in the transaction that has added it
 */
public record EdgeRef(long out, int label, long in, long eid) {
    /** In an edge id: the application has supplied an identifier. */
    public static final long NAMED = 1L << 62;

    /** In an edge id: the edge had none until it got its properties, and is called so still. At most one edge of two vertices and a label. */
    public static final long NUMBERED_LATE = 1L << 61;

    /**
     * In an edge id: the transaction that has added the edge has not committed, and then the edge has this number, or none ({@link
     * NewEdges}). No edge id that is stored has this mark.
     */
    public static final long PENDING = 1L << 60;

    /** Both bits, in an edge id: the edge has no number, and the other 61 bits are the value of its only property. */
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

    /** Whether its entries carry the value of its only property. */
    public boolean carries() {
        return carries(eid);
    }

    /** The 61 bits that it carries. */
    public long carried() {
        return eid & ~CARRIES;
    }

    /** Whether it is an edge of a transaction that has not committed, or as it was then. */
    public boolean isPending() {
        return isPending(eid);
    }

    /** The edge, which was pending, as it is if it got its number. */
    public EdgeRef withNumber() {
        return new EdgeRef(out, label, in, eid & ~PENDING);
    }

    /** The edge, which was pending, as it is if it got no number. */
    public EdgeRef withoutNumber() {
        return new EdgeRef(out, label, in, 0);
    }

    /** Whether the application has supplied its identifier, which has to be read then; that of any other follows from these numbers. */
    public boolean isNamed() {
        return eid >>> MARK_SHIFT == NAMED >>> MARK_SHIFT;
    }

    /** Whether it has no number, or had none until it got its properties: then another transaction may see it with one, without, or with another value. */
    public boolean wasUnnumbered() {
        return eid == 0 || (eid & NUMBERED_LATE) != 0; // carried values have this bit, too
    }

    /** The edge, which has no number, with one. */
    public EdgeRef numbered(long number) {
        return new EdgeRef(out, label, in, number | NUMBERED_LATE);
    }

    /** The edge, which has no number, with another edge id that says so: 0, or one that {@linkplain #CARRIES carries} a value. */
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

    /** The edge id that it had first. */
    private long eidFirst() {
        return wasUnnumbered() ? 0 : eid & ~PENDING;
    }
}
