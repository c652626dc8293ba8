package io.pragh.core.property.element;

import io.pragh.core.address.GraphKey;
import io.pragh.core.property.EdgeRef;
import org.jspecify.annotations.Nullable;

/**
 * The identifier of an edge for which the application supplied none: {@code out-label-in-number} in base 36. The
 * number is 0 also for an edge that got one later. Stateless.
 */
public final class NaturalEdgeId {
    private static final int RADIX = 36;
    private static final int PARTS = 4;
    private static final char SEPARATOR = '-';

    private NaturalEdgeId() {}

    /** The identifier of this edge. */
    public static String of(EdgeRef edge) {
        return Long.toString(edge.out(), RADIX)
                + SEPARATOR
                + Integer.toString(edge.label(), RADIX)
                + SEPARATOR
                + Long.toString(edge.in(), RADIX)
                + SEPARATOR
                + Long.toString(edge.wasUnnumbered() ? 0 : ElementKeys.number(edge.eid()), RADIX);
    }

    /**
     * The edge that would have this identifier if it existed and had no number, when that is not the given one between
     * the same vertices; else null.
     */
    public static @Nullable EdgeRef lent(Object id, EdgeRef edge) {
        EdgeRef natural = id instanceof String text ? parse(text) : null;
        boolean isAnother = natural != null
                && natural.eid() == 0
                && (natural.out() != edge.out() || natural.label() != edge.label() || natural.in() != edge.in());
        return isAnother ? natural : null;
    }

    /** The edge that has this identifier if it exists; null when the text has another form. */
    public static @Nullable EdgeRef parse(String text) {
        long[] parts = new long[PARTS];
        int part = 0;
        int digits = 0;
        for (int i = 0; i < text.length(); i++) {
            char next = text.charAt(i);
            if (next == SEPARATOR) {
                if (digits == 0 || ++part == PARTS) {
                    return null;
                }
                digits = 0;
                continue;
            }
            int digit = next < 128 ? Character.digit(next, RADIX) : -1;
            if (digit < 0 || Character.isUpperCase(next)) {
                return null;
            }
            parts[part] = parts[part] * RADIX + digit;
            digits++;
            if (parts[part] > GraphKey.VID_MAX) {
                return null;
            }
        }
        boolean whole = part == PARTS - 1 && digits > 0 && parts[1] <= ElementKeys.LABEL_MAX;
        EdgeRef edge = new EdgeRef(parts[0], (int) parts[1], parts[2], parts[3]);
        return whole && of(edge).equals(text) ? edge : null;
    }
}
