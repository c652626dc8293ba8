package io.pragh.core.property.value;

import io.pragh.core.base.PraghException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Encodes arrays of primitives, each as one block of bytes, and arrays of text. Stateless. */
final class ArrayCodec {
    static final int BOOLEANS = 20;
    static final int BYTES = 21;
    static final int CHARS = 22;
    static final int SHORTS = 23;
    static final int INTS = 24;
    static final int LONGS = 25;
    static final int FLOATS = 26;
    static final int DOUBLES = 27;
    static final int TEXTS = 28;

    private ArrayCodec() {}

    /** Writes an array with its tag; false for a value of another type. */
    static boolean write(ValueOutput out, Object value) {
        if (value instanceof boolean[] array) {
            ByteBuffer block = begin(out, BOOLEANS, array.length, Byte.BYTES);
            for (boolean element : array) {
                block.put((byte) (element ? 1 : 0));
            }
        } else if (value instanceof byte[] array) {
            out.putByte(BYTES).putBlock(array);
        } else if (value instanceof char[] array) {
            begin(out, CHARS, array.length, Character.BYTES).asCharBuffer().put(array);
        } else if (value instanceof short[] array) {
            begin(out, SHORTS, array.length, Short.BYTES).asShortBuffer().put(array);
        } else if (value instanceof int[] array) {
            begin(out, INTS, array.length, Integer.BYTES).asIntBuffer().put(array);
        } else if (value instanceof long[] array) {
            begin(out, LONGS, array.length, Long.BYTES).asLongBuffer().put(array);
        } else if (value instanceof float[] array) {
            begin(out, FLOATS, array.length, Float.BYTES).asFloatBuffer().put(array);
        } else if (value instanceof double[] array) {
            begin(out, DOUBLES, array.length, Double.BYTES).asDoubleBuffer().put(array);
        } else if (value instanceof String[] array) {
            writeTexts(out, array);
        } else {
            return false;
        }
        return true;
    }

    private static ByteBuffer begin(ValueOutput out, int tag, int length, int elementBytes) {
        return out.putByte(tag).putCount(length).block(Math.multiplyExact(length, elementBytes));
    }

    private static void writeTexts(ValueOutput out, @Nullable String[] array) {
        out.putByte(TEXTS).putCount(array.length);
        for (String text : array) {
            ValueCodec.write(out, text);
        }
    }

    /** Reads an array whose tag was read. */
    static Object read(ValueInput in, int tag) {
        int length = in.getLength();
        switch (tag) {
            case BOOLEANS -> {
                boolean[] array = new boolean[length];
                ByteBuffer block = in.block(length);
                for (int i = 0; i < length; i++) {
                    array[i] = block.get() != 0;
                }
                return array;
            }
            case BYTES -> {
                byte[] array = new byte[length];
                in.block(length).get(array);
                return array;
            }
            case CHARS -> {
                char[] array = new char[length];
                in.block(Math.multiplyExact(length, Character.BYTES))
                        .asCharBuffer()
                        .get(array);
                return array;
            }
            case SHORTS -> {
                short[] array = new short[length];
                in.block(Math.multiplyExact(length, Short.BYTES))
                        .asShortBuffer()
                        .get(array);
                return array;
            }
            case INTS -> {
                int[] array = new int[length];
                in.block(Math.multiplyExact(length, Integer.BYTES))
                        .asIntBuffer()
                        .get(array);
                return array;
            }
            case LONGS -> {
                long[] array = new long[length];
                in.block(Math.multiplyExact(length, Long.BYTES)).asLongBuffer().get(array);
                return array;
            }
            default -> {
                return readRest(in, tag, length);
            }
        }
    }

    private static Object readRest(ValueInput in, int tag, int length) {
        switch (tag) {
            case FLOATS -> {
                float[] array = new float[length];
                in.block(Math.multiplyExact(length, Float.BYTES))
                        .asFloatBuffer()
                        .get(array);
                return array;
            }
            case DOUBLES -> {
                double[] array = new double[length];
                in.block(Math.multiplyExact(length, Double.BYTES))
                        .asDoubleBuffer()
                        .get(array);
                return array;
            }
            case TEXTS -> {
                @Nullable String[] array = new String[length];
                for (int i = 0; i < length; i++) {
                    array[i] = (String) ValueCodec.read(in);
                }
                return array;
            }
            default -> throw new PraghException("no array has this tag; do all nodes run one version? tag=" + tag);
        }
    }
}
