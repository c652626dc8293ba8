package io.pragh.core.api;

import io.pragh.core.memory.Region;

/**
 * What an update does to a value: old image and arguments in, new image out, evaluated under the key's lock where the value lies.
 * Deterministic: a redo log replays it. Stateless, any thread.
 */
public interface ValueOperation {
    /** {@link #newBytes} found its precondition broken. */
    int PRECONDITION_FAILED = -1;
    /** {@link #newBytes} would exceed the operation's size limit. */
    int FULL = -2;
    /** {@link #newBytes} says that the key has no value any more. */
    int DELETE = -3;
    /** {@code bodyBytes} of a key without value. */
    int ABSENT = -1;

    /** Number of the operation, unique in a process and the same on all nodes. */
    int code();

    /** Whether the new image depends on the arguments alone, so that it may heal a lost value. */
    default boolean replacesWhole() {
        return false;
    }

    /** Length of the new body in bytes, or {@link #PRECONDITION_FAILED}, {@link #FULL} or {@link #DELETE}. {@code bodyBytes} may be {@link #ABSENT}. */
    int newBytes(Update update, Region region, long body, int bodyBytes);

    /** Writes the new body, {@code newBytes} long, to {@code target}; every byte of it. */
    void write(Update update, Region region, long body, int bodyBytes, Region target, long newBody, int newBytes);
}
