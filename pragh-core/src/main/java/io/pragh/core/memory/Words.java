package io.pragh.core.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Little-endian words of one segment, for loops that have already found their segment ({@link Region#segment} and
 * {@link Region#index}). Stateless.
 */
public final class Words {
    static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private Words() {}

    /** The int at a byte index, plain. */
    public static int getInt(ByteBuffer segment, int index) {
        return (int) INT.get(segment, index);
    }

    /** The long at a byte index, plain. */
    public static long getLong(ByteBuffer segment, int index) {
        return (long) LONG.get(segment, index);
    }

    /** The long at a byte index; what its writer wrote before releasing it is visible afterwards. */
    public static long getLongAcquire(ByteBuffer segment, int index) {
        return (long) LONG.getAcquire(segment, index);
    }

    /** Keeps plain loads before this call from moving after it: the second half of a seqlock's read. */
    public static void loadFence() {
        VarHandle.acquireFence();
    }
}
