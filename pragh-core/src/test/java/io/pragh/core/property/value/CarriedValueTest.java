package io.pragh.core.property.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Date;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Checks values in 61 bits: all that fit are restored unchanged, and all others are refused. */
@SuppressWarnings("JavaUtilDate") // applications may store them
class CarriedValueTest {
    private static final long LIMIT = 1L << 60;

    private static void comesBack(Object value) {
        int type = CarriedValue.type(value);
        assertNotEquals(CarriedValue.NONE, type, () -> "has no type: " + value);
        long bits = CarriedValue.pack(type, value);
        assertTrue(bits >= 0 && bits >>> 61 == 0, () -> value + " has bits " + Long.toHexString(bits));
        assertEquals(value, CarriedValue.unpack(type, bits));
    }

    private static void isRefused(Object value) {
        assertEquals(CarriedValue.NONE, CarriedValue.pack(CarriedValue.type(value), value), () -> "fits: " + value);
    }

    @Property
    void whatIsSmallComesBack(
            @ForAll boolean bit,
            @ForAll byte byteValue,
            @ForAll short shortValue,
            @ForAll int intValue,
            @ForAll char character,
            @ForAll float real) {
        List.<Object>of(bit, byteValue, shortValue, intValue, character, real).forEach(CarriedValueTest::comesBack);
        comesBack((double) intValue / 3);
        comesBack(new Date(intValue * 1000L));
    }

    @Property
    void doublesComeBackOrAreRefused(@ForAll long bits) {
        double value = Double.longBitsToDouble(bits);
        int exponent = Math.getExponent(value);
        boolean likeFloat = value == 0 || exponent >= Float.MIN_EXPONENT - 1 && exponent <= Float.MAX_EXPONENT;
        if (likeFloat) {
            comesBack(value);
        } else {
            isRefused(value);
        }
    }

    @Property
    void longsComeBackOrAreRefused(@ForAll long value) {
        boolean fits = value >= -LIMIT && value < LIMIT;
        List<Object> both = List.of(value, new Date(value));
        both.forEach(fits ? CarriedValueTest::comesBack : CarriedValueTest::isRefused);
    }

    @Test
    void bordersComeBackOrAreRefused() {
        List.<Object>of(
                        0.0,
                        -0.0,
                        1.0,
                        -1.0,
                        0.1,
                        Math.scalb(1.0, 127),
                        Math.scalb(1.0, -127),
                        LIMIT - 1,
                        -LIMIT,
                        0L,
                        -1L)
                .forEach(CarriedValueTest::comesBack);
        List.<Object>of(Float.NaN, Float.NEGATIVE_INFINITY, Float.MIN_VALUE, -1, (byte) -1, (short) -1)
                .forEach(CarriedValueTest::comesBack);
        List.<Object>of(
                        Double.NaN,
                        Double.POSITIVE_INFINITY,
                        Double.MIN_VALUE,
                        Double.MAX_VALUE,
                        Math.scalb(1.0, 128),
                        Math.scalb(1.0, -128),
                        LIMIT,
                        -LIMIT - 1)
                .forEach(CarriedValueTest::isRefused);
        assertEquals(1.0 / -0.0, 1.0 / (double) CarriedValue.unpack(7, CarriedValue.pack(7, -0.0)));
    }

    @Test
    void otherClassesAreNeverCarried() {
        for (Object value : List.of("text", new int[0], new java.sql.Date(0), java.math.BigInteger.ONE)) {
            assertEquals(CarriedValue.NONE, CarriedValue.type(value));
            assertEquals(CarriedValue.NONE, CarriedValue.pack(CarriedValue.type(1L), value));
        }
        assertEquals(CarriedValue.NONE, CarriedValue.pack(CarriedValue.type(1L), 1));
    }
}
