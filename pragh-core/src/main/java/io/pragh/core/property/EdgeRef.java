package io.pragh.core.property;

/**
 * Which edge: an entry of the list of the vertex that it leaves, and of the one at which it arrives. Immutable.
 *
 * @param out number of the vertex that it leaves
 * @param label number of its label
 * @param in number of the vertex at which it arrives
 * @param eid the entry's edge id; 0 for a bulk-loaded edge that is the only one between its vertices under its label
 */
public record EdgeRef(long out, int label, long in, long eid) {
    /** In an edge id: the application has supplied an identifier. */
    public static final long NAMED = 1L << 62;

    /** Whether the application has supplied its identifier, which has to be read then; that of any other follows from these numbers. */
    public boolean isNamed() {
        return (eid & NAMED) != 0;
    }
}
