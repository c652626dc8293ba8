package io.pragh.core.property.element;

import io.pragh.core.address.GraphKey;
import io.pragh.core.property.value.ValueCodec;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Decides which identifiers are equal, and which are numbers of vertices. Stateless. */
public final class Identifiers {
    /** Result of {@link #vid} for an identifier that is no number of a vertex. */
    public static final long NONE = -1;

    private Identifiers() {}

    /**
     * The number of the vertex with this identifier if the identifier is a number of a vertex, else {@link #NONE}.
     */
    public static long vid(Object id) {
        BigInteger integral = integral(id);
        if (integral == null || integral.signum() < 0 || integral.bitLength() > Long.SIZE - 1) {
            return NONE;
        }
        long vid = integral.longValue();
        return vid > GraphKey.VID_MAX ? NONE : vid;
    }

    /**
     * The canonical bytes of an identifier, which are the same for equal ones: integral numbers of any type are equal
     * by value.
     */
    public static byte[] canonical(Object id) {
        BigInteger integral = integral(id);
        return ValueCodec.encode(integral == null ? id : integral);
    }

    private static @Nullable BigInteger integral(Object id) {
        if (id instanceof Long || id instanceof Integer || id instanceof Short || id instanceof Byte) {
            return BigInteger.valueOf(((Number) id).longValue());
        }
        return id instanceof BigInteger big ? big : null;
    }
}
