package io.pragh.core.api;

import io.pragh.core.base.PraghException;

/** An update of one value: an operation with its arguments. Immutable by agreement. */
public final class Update {
    /** Longest byte argument. */
    public static final int BYTES_MAX = 16 << 20;

    private static final byte[] NONE = {};

    private final int operation;
    private final long key;
    private final long first;
    private final long second;
    private final byte[] bytes;

    /** Creates an update with a byte argument of at most {@link #BYTES_MAX}, which must not be changed afterwards. */
    public Update(int operation, long key, long first, long second, byte[] bytes) {
        if (bytes.length > BYTES_MAX) {
            throw new PraghException(
                    "a transaction changes more than 16 MiB of one value, or of the edges of one vertex; split the value, or commit"
                            + " before there are so many edges: bytes=" + bytes.length);
        }
        this.operation = operation;
        this.key = key;
        this.first = first;
        this.second = second;
        this.bytes = bytes;
    }

    /** Creates an update without byte argument. */
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

    /** First argument; the operation defines its meaning. */
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
