package io.pragh.core.property.element;

import io.pragh.core.address.GraphKey;
import io.pragh.core.property.value.ValueCodec;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** When two identifiers are the same, and which are numbers of vertices. Stateless. */
public final class Identifiers {
    /** {@link #vid} of an identifier that is no number of a vertex. */
    public static final long NONE = -1;

    private Identifiers() {}

    /** The number of the vertex that would have this identifier, or {@link #NONE}. */
    public static long vid(Object id) {
        BigInteger integral = integral(id);
        if (integral == null || integral.signum() < 0 || integral.bitLength() > Long.SIZE - 1) {
            return NONE;
        }
        long vid = integral.longValue();
        return vid > GraphKey.VID_MAX ? NONE : vid;
    }

    /** Bytes that are the same for the same identifier: integral numbers are, whatever their type. */
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
