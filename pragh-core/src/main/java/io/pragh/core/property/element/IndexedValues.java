package io.pragh.core.property.element;

import io.pragh.core.property.EdgeRecord;
import io.pragh.core.property.VertexPropertyRecord;
import io.pragh.core.property.VertexRecord;
import io.pragh.core.property.value.EncodedValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The values that an element has under a key, in the form in which an index compares them: numbers by value, whatever
 * their type. Stateless.
 */
public final class IndexedValues {
    /** Numbers with more digits are not written out in full. */
    private static final int DIGITS_MAX = 1000;

    private IndexedValues() {}

    /** The values of a vertex; none when it is null. */
    public static Set<EncodedValue> of(@Nullable VertexRecord vertex, String key) {
        Set<EncodedValue> values = new LinkedHashSet<>(2);
        if (vertex != null) {
            for (VertexPropertyRecord property : vertex.propertiesOf(key)) {
                values.add(canonical(property.value()));
            }
        }
        return values;
    }

    /** The value of an edge; none when it is null or has none. */
    public static Set<EncodedValue> of(@Nullable EdgeRecord edge, String key) {
        return edge == null || !edge.properties().containsKey(key)
                ? Set.of()
                : Set.of(canonical(edge.properties().get(key)));
    }

    /** Whether a vertex has exactly this value, its type included. */
    public static boolean has(VertexRecord vertex, String key, EncodedValue value) {
        for (VertexPropertyRecord property : vertex.propertiesOf(key)) {
            if (EncodedValue.of(property.value()).equals(value)) {
                return true;
            }
        }
        return false;
    }

    /** Whether an edge has exactly this value, its type included. */
    public static boolean has(EdgeRecord edge, String key, EncodedValue value) {
        return edge.properties().containsKey(key)
                && EncodedValue.of(edge.properties().get(key)).equals(value);
    }

    /**
     * The canonical bytes of a value, which are the same for equal values: numbers of different types are equal by
     * value.
     */
    public static EncodedValue canonical(@Nullable Object value) {
        return EncodedValue.of(value instanceof Number number ? canonicalNumber(number) : value);
    }

    private static Number canonicalNumber(Number number) {
        if (number instanceof Long || number instanceof Integer || number instanceof Short || number instanceof Byte) {
            return number.longValue();
        }
        if (number instanceof BigInteger integral) {
            return integral.bitLength() < Long.SIZE ? (Number) integral.longValue() : integral;
        }
        BigDecimal exact;
        if (number instanceof Double || number instanceof Float) {
            double value = number.doubleValue();
            if (Double.isNaN(value) || Double.isInfinite(value)) {
                return value;
            }
            exact = new BigDecimal(value);
        } else if (number instanceof BigDecimal decimal) {
            exact = decimal;
        } else {
            return number;
        }
        exact = exact.signum() == 0 ? BigDecimal.ZERO : exact.stripTrailingZeros();
        boolean isIntegral = exact.scale() <= 0 && exact.precision() - exact.scale() < DIGITS_MAX;
        return isIntegral ? canonicalNumber(exact.toBigIntegerExact()) : exact;
    }
}
