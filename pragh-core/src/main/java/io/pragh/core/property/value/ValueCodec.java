package io.pragh.core.property.value;

import io.pragh.core.base.PraghException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Encodes values of properties: a tag byte, then the value. Equal values have equal bytes, except unordered sets and
 * maps. Objects of an application's classes are encoded elsewhere, and come here as {@link OpaqueValue}. Stateless.
 *
 * <pre>
 *   0 null   1 false   2 true   3 byte   4 short   5 int   6 long   7 float   8 double   9 BigInteger   10 BigDecimal
 *   11 char   12 text   13 UUID   14 text with half a pair of surrogates, as chars   20 … 28 {@link ArrayCodec}   30 list   31 set   32 map   40 … 53 {@link TimeCodec}
 *   63 opaque
 * </pre>
 */
public final class ValueCodec {
    private static final int NULL = 0;
    private static final int FALSE = 1;
    private static final int TRUE = 2;
    private static final int BYTE = 3;
    private static final int SHORT = 4;
    private static final int INT = 5;
    private static final int LONG = 6;
    private static final int FLOAT = 7;
    private static final int DOUBLE = 8;
    private static final int BIG_INTEGER = 9;
    private static final int BIG_DECIMAL = 10;
    private static final int CHAR = 11;
    private static final int TEXT = 12;
    private static final int UUID_TAG = 13;
    private static final int TEXT_OF_CHARS = 14;
    private static final int LIST = 30;
    private static final int SET = 31;
    private static final int MAP = 32;
    private static final int OPAQUE = 63;

    private ValueCodec() {}

    /**
     * Encodes a value.
     *
     * @throws PraghException when its type cannot be stored
     */
    public static byte[] encode(@Nullable Object value) {
        ValueOutput out = new ValueOutput();
        write(out, value);
        return out.toBytes();
    }

    /** Decodes a value. Lists, sets and maps keep the order that they had. */
    public static @Nullable Object decode(byte[] bytes) {
        return read(new ValueInput(bytes, 0));
    }

    /**
     * Checks that a value can be stored. Cost: none for numbers and text.
     *
     * @throws PraghException when the value's type cannot be stored
     */
    public static void check(@Nullable Object value) {
        boolean plain = value == null
                || value instanceof String
                || value instanceof Integer
                || value instanceof Long
                || value instanceof Double
                || value instanceof Boolean;
        if (!plain) {
            write(new ValueOutput(), value);
        }
    }

    /** Appends a value to the output. */
    public static void write(ValueOutput out, @Nullable Object value) {
        if (value == null) {
            out.putByte(NULL);
        } else if (value instanceof String text) {
            writeText(out, text);
        } else if (value instanceof Number number) {
            writeNumber(out, number);
        } else if (value instanceof Boolean bit) {
            out.putByte(bit ? TRUE : FALSE);
        } else if (value instanceof Character character) {
            out.putByte(CHAR).putShort(character);
        } else if (value instanceof UUID uuid) {
            out.putByte(UUID_TAG).putLong(uuid.getMostSignificantBits()).putLong(uuid.getLeastSignificantBits());
        } else if (value instanceof OpaqueValue opaque) {
            out.putByte(OPAQUE).putBlock(opaque.bytes());
        } else if (!ArrayCodec.write(out, value) && !TimeCodec.write(out, value) && !writeCollection(out, value)) {
            throw unknown(value);
        }
    }

    /** Text that UTF-8 cannot express is written as chars. */
    private static void writeText(ValueOutput out, String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (i + 1 == text.length() || !Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1))) {
                    out.putByte(TEXT_OF_CHARS);
                    ArrayCodec.write(out, text.toCharArray());
                    return;
                }
                i++;
            }
        }
        out.putByte(TEXT).putText(text);
    }

    /** Writes a text of the characters 0 to 127, given as bytes {@code from} to {@code to}. */
    public static void writeText(ValueOutput out, byte[] text, int from, int to) {
        out.putByte(TEXT).putCount(to - from).putBytes(text, from, to - from);
    }

    /** Writes a {@code Long} as {@link #write} does. */
    public static void writeLong(ValueOutput out, long value) {
        out.putByte(LONG).putLong(value);
    }

    private static void writeNumber(ValueOutput out, Number value) {
        if (value instanceof Integer) {
            out.putByte(INT).putInt(value.intValue());
        } else if (value instanceof Long) {
            out.putByte(LONG).putLong(value.longValue());
        } else if (value instanceof Double) {
            out.putByte(DOUBLE).putLong(Double.doubleToRawLongBits(value.doubleValue()));
        } else if (value instanceof Float) {
            out.putByte(FLOAT).putInt(Float.floatToRawIntBits(value.floatValue()));
        } else if (value instanceof Byte) {
            out.putByte(BYTE).putByte(value.byteValue());
        } else if (value instanceof Short) {
            out.putByte(SHORT).putShort(value.shortValue());
        } else if (value.getClass() == BigInteger.class) {
            out.putByte(BIG_INTEGER).putBlock(((BigInteger) value).toByteArray());
        } else if (value.getClass() == BigDecimal.class) {
            BigDecimal decimal = (BigDecimal) value;
            out.putByte(BIG_DECIMAL)
                    .putInt(decimal.scale())
                    .putBlock(decimal.unscaledValue().toByteArray());
        } else {
            throw unknown(value);
        }
    }

    private static boolean writeCollection(ValueOutput out, Object value) {
        if (value instanceof List<?> list) {
            out.putByte(LIST).putCount(list.size());
            list.forEach(element -> write(out, element));
        } else if (value instanceof Set<?> set) {
            out.putByte(SET).putCount(set.size());
            set.forEach(element -> write(out, element));
        } else if (value instanceof Map<?, ?> map) {
            out.putByte(MAP).putCount(map.size());
            map.forEach((key, mapped) -> {
                write(out, key);
                write(out, mapped);
            });
        } else {
            return false;
        }
        return true;
    }

    private static PraghException unknown(Object value) {
        return new PraghException("a value of this type cannot be stored; store its parts: type="
                + value.getClass().getName());
    }

    /** Reads the next value. */
    public static @Nullable Object read(ValueInput in) {
        int tag = in.getByte();
        return switch (tag) {
            case NULL -> null;
            case FALSE -> false;
            case TRUE -> true;
            case BYTE -> (byte) in.getByte();
            case SHORT -> in.getShort();
            case INT -> in.getInt();
            case LONG -> in.getLong();
            case FLOAT -> Float.intBitsToFloat(in.getInt());
            case DOUBLE -> Double.longBitsToDouble(in.getLong());
            case BIG_INTEGER -> new BigInteger(in.getBlock());
            case BIG_DECIMAL -> bigDecimal(in);
            case CHAR -> (char) in.getShort();
            case TEXT -> in.getText();
            case TEXT_OF_CHARS -> new String((char[]) ArrayCodec.read(in, in.getByte()));
            case UUID_TAG -> new UUID(in.getLong(), in.getLong());
            case LIST -> list(in);
            case SET -> set(in);
            case MAP -> map(in);
            case OPAQUE -> new OpaqueValue(in.getBlock());
            default -> tag < LIST ? ArrayCodec.read(in, tag) : TimeCodec.read(in, tag);
        };
    }

    /** Skips a value. Allocates nothing for the most common types. */
    public static void skip(ValueInput in) {
        int start = in.position();
        switch (in.getByte()) {
            case NULL, FALSE, TRUE -> {}
            case BYTE -> in.skip(Byte.BYTES);
            case SHORT, CHAR -> in.skip(Short.BYTES);
            case INT, FLOAT -> in.skip(Integer.BYTES);
            case LONG, DOUBLE -> in.skip(Long.BYTES);
            case UUID_TAG -> in.skip(2 * Long.BYTES);
            case TEXT, BIG_INTEGER, OPAQUE -> in.skip(in.getLength());
            default -> {
                in.skip(start - in.position()); // back to the tag
                read(in);
            }
        }
    }

    private static BigDecimal bigDecimal(ValueInput in) {
        int scale = in.getInt();
        return new BigDecimal(new BigInteger(in.getBlock()), scale);
    }

    private static List<@Nullable Object> list(ValueInput in) {
        int size = in.getLength();
        List<@Nullable Object> list = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            list.add(read(in));
        }
        return list;
    }

    private static Set<@Nullable Object> set(ValueInput in) {
        int size = in.getLength();
        Set<@Nullable Object> set = new LinkedHashSet<>();
        for (int i = 0; i < size; i++) {
            set.add(read(in));
        }
        return set;
    }

    private static Map<@Nullable Object, @Nullable Object> map(ValueInput in) {
        int size = in.getLength();
        Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
        for (int i = 0; i < size; i++) {
            Object key = read(in);
            map.put(key, read(in));
        }
        return map;
    }
}
