package io.pragh.core.property.value;

import java.util.Date;

/**
 * Packs values of fixed width into 61 bits, which the entries of an edge can carry in place of an edge id. A value
 * that does not fit is stored otherwise: a {@code Long} or {@code Date} of 2^60 or beyond, or a {@code Double} that
 * is infinite, not a number, or outside the range of sizes of {@code Float}. Stateless.
 *
 * <pre>
 *   a double    60     59        52 51       0
 *               | sign | exponent  | mantissa |      exponent as a float has it plus 1; 0 for the number 0
 * </pre>
 */
public final class CarriedValue {
    /** Stands for no type and for no value: the value has another type, or does not fit. */
    public static final int NONE = -1;

    private static final int BOOLEAN = 1;
    private static final int BYTE = 2;
    private static final int SHORT = 3;
    private static final int INT = 4;
    private static final int LONG = 5;
    private static final int FLOAT = 6;
    private static final int DOUBLE = 7;
    private static final int CHAR = 8;
    private static final int DATE = 9;

    private static final int UNUSED_BITS = 3;
    private static final long MASK = -1L >>> UNUSED_BITS;
    private static final int MANTISSA_BITS = 52;
    private static final long MANTISSA = (1L << MANTISSA_BITS) - 1;
    private static final int EXPONENT_MASK = 0x7FF;
    private static final int NARROW_EXPONENT_MASK = 0xFF;
    /**
     * The difference between a double's exponent and the carried one, in which 1 to 255 stand for numbers other than
     * 0.
     */
    private static final int EXPONENT_BIAS = Double.MAX_EXPONENT - Float.MAX_EXPONENT - 1;

    private CarriedValue() {}

    /**
     * The type of a value, {@link #NONE} when values of its class are never carried; types are the same in every
     * version.
     */
    public static int type(Object value) {
        if (value instanceof Double) {
            return DOUBLE;
        } else if (value instanceof Long) {
            return LONG;
        } else if (value instanceof Integer) {
            return INT;
        } else if (value instanceof Float) {
            return FLOAT;
        } else if (value instanceof Boolean) {
            return BOOLEAN;
        } else if (value.getClass() == Date.class) {
            return DATE;
        } else if (value instanceof Short) {
            return SHORT;
        } else if (value instanceof Byte) {
            return BYTE;
        }
        return value instanceof Character ? CHAR : NONE;
    }

    /** The bits of a value of a type; {@link #NONE} when the value has another type or does not fit. */
    @SuppressWarnings("JavaUtilDate") // applications may store them
    public static long pack(int type, Object value) {
        if (type(value) != type) {
            return NONE;
        }
        return switch (type) {
            case DOUBLE -> packDouble((Double) value);
            case LONG -> packLong((Long) value);
            case DATE -> packLong(((Date) value).getTime());
            case FLOAT -> Integer.toUnsignedLong(Float.floatToRawIntBits((Float) value));
            case BOOLEAN -> (Boolean) value ? 1 : 0;
            case CHAR -> (Character) value;
            case NONE -> NONE;
            default -> ((Number) value).longValue() & MASK;
        };
    }

    /** The value of a type that has these bits. */
    @SuppressWarnings("JavaUtilDate") // applications may store them
    public static Object unpack(int type, long bits) {
        long number = bits << UNUSED_BITS >> UNUSED_BITS;
        return switch (type) {
            case DOUBLE -> unpackDouble(bits);
            case LONG -> number;
            case DATE -> new Date(number);
            case FLOAT -> Float.intBitsToFloat((int) bits);
            case BOOLEAN -> bits != 0;
            case CHAR -> (char) bits;
            case INT -> (int) number;
            case SHORT -> (short) number;
            case BYTE -> (byte) number;
            default -> throw new IllegalArgumentException("no type of a value that an edge carries: type=" + type);
        };
    }

    private static long packLong(long value) {
        return value << UNUSED_BITS >> UNUSED_BITS == value ? value & MASK : NONE;
    }

    private static long packDouble(double value) {
        long bits = Double.doubleToRawLongBits(value);
        long sign = bits >>> Long.SIZE - 1 << Long.SIZE - UNUSED_BITS - 1;
        long mantissa = bits & MANTISSA;
        int exponent = (int) (bits >>> MANTISSA_BITS) & EXPONENT_MASK;
        if (exponent == 0 && mantissa == 0) {
            return sign;
        }
        int narrow = exponent - EXPONENT_BIAS;
        boolean fits = narrow > 0 && narrow <= NARROW_EXPONENT_MASK;
        return fits ? sign | (long) narrow << MANTISSA_BITS | mantissa : NONE;
    }

    private static double unpackDouble(long bits) {
        long sign = bits >>> Long.SIZE - UNUSED_BITS - 1 << Long.SIZE - 1;
        int narrow = (int) (bits >>> MANTISSA_BITS) & NARROW_EXPONENT_MASK;
        long exponent = narrow == 0 ? 0 : narrow + EXPONENT_BIAS;
        return Double.longBitsToDouble(sign | exponent << MANTISSA_BITS | bits & MANTISSA);
    }
}
