package io.pragh.core.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Accesses little-endian words of one segment, for loops that have already found their segment
 * ({@link Region#segment} and {@link Region#index}). Stateless.
 */
public final class Words {
    static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final VarHandle IN_ARRAY =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT_IN_ARRAY =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle CHAR_IN_ARRAY =
            MethodHandles.byteArrayViewVarHandle(char[].class, ByteOrder.LITTLE_ENDIAN);

    private Words() {}

    /** The int at an index of an array, plain. */
    public static int getInt(byte[] bytes, int index) {
        return (int) INT_IN_ARRAY.get(bytes, index);
    }

    /** The two bytes at an index of an array as a number that is never negative, plain. */
    public static int getUnsignedShort(byte[] bytes, int index) {
        return (char) CHAR_IN_ARRAY.get(bytes, index);
    }

    /** The long at an index of an array, plain. */
    public static long getLong(byte[] bytes, int index) {
        return (long) IN_ARRAY.get(bytes, index);
    }

    /** Writes the long at an index of an array, plain. */
    public static void setLong(byte[] bytes, int index, long value) {
        IN_ARRAY.set(bytes, index, value);
    }

    /** The int at a byte index, plain. */
    public static int getInt(ByteBuffer segment, int index) {
        return (int) INT.get(segment, index);
    }

    /** The long at a byte index, plain. */
    public static long getLong(ByteBuffer segment, int index) {
        return (long) LONG.get(segment, index);
    }

    /** The long at a byte index; writes before the matching release are visible afterwards. */
    public static long getLongAcquire(ByteBuffer segment, int index) {
        return (long) LONG.getAcquire(segment, index);
    }

    /** The long at a byte index, in the total order of all volatile accesses and CAS operations. */
    public static long getLongVolatile(ByteBuffer segment, int index) {
        return (long) LONG.getVolatile(segment, index);
    }

    /** Writes the int at a byte index, plain. */
    public static void setInt(ByteBuffer segment, int index, int value) {
        INT.set(segment, index, value);
    }

    /** Writes the long at a byte index, plain. */
    public static void setLong(ByteBuffer segment, int index, long value) {
        LONG.set(segment, index, value);
    }

    /** The int at a byte index; writes before the matching release are visible afterwards. */
    public static int getIntAcquire(ByteBuffer segment, int index) {
        return (int) INT.getAcquire(segment, index);
    }

    /** Writes the int at a byte index; pairs with {@link #getIntAcquire}. */
    public static void setIntRelease(ByteBuffer segment, int index, int value) {
        INT.setRelease(segment, index, value);
    }

    /** Swaps the int at a byte index with full ordering if it equals {@code expected}; returns whether it did. */
    public static boolean compareAndSetInt(ByteBuffer segment, int index, int expected, int update) {
        return INT.compareAndSet(segment, index, expected, update);
    }

    /** Swaps the long at a byte index with full ordering if it equals {@code expected}; returns whether it did. */
    public static boolean compareAndSetLong(ByteBuffer segment, int index, long expected, long update) {
        return LONG.compareAndSet(segment, index, expected, update);
    }

    /** Keeps plain loads before this call from moving after it: the second half of a seqlock's read. */
    public static void loadFence() {
        VarHandle.acquireFence();
    }

    /**
     * Keeps stores after this call from becoming visible before those ahead of it: the first half of a seqlock's
     * write.
     */
    public static void storeFence() {
        VarHandle.storeStoreFence();
    }
}
