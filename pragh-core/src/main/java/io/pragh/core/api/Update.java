package io.pragh.core.api;

import io.pragh.core.base.PraghException;

/** One update: which operation runs on which value, with which arguments. Immutable by agreement. */
public final class Update {
    /** Longest byte argument. */
    public static final int BYTES_MAX = 16 << 20;

    private static final byte[] NONE = {};

    private final int operation;
    private final long key;
    private final long first;
    private final long second;
    private final byte[] bytes;

    /** An update with a byte argument of at most {@link #BYTES_MAX}, which nobody changes any more. */
    public Update(int operation, long key, long first, long second, byte[] bytes) {
        if (bytes.length > BYTES_MAX) {
            throw new PraghException(
                    "an update's argument is longer than 16 MiB; split the value: bytes=" + bytes.length);
        }
        this.operation = operation;
        this.key = key;
        this.first = first;
        this.second = second;
        this.bytes = bytes;
    }

    /** An update without byte argument. */
    public Update(int operation, long key, long first, long second) {
        this(operation, key, first, second, NONE);
    }

    /** {@link ValueOperation#code()}. */
    public int operation() {
        return operation;
    }

    /** The value's key. */
    public long key() {
        return key;
    }

    /** First argument; its meaning is the operation's. */
    public long first() {
        return first;
    }

    /** Second argument. */
    public long second() {
        return second;
    }

    /** Further argument, empty when there is none. */
    public byte[] bytes() {
        return bytes;
    }
}
