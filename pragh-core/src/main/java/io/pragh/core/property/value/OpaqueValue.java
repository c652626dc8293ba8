package io.pragh.core.property.value;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An object of an application's class, as bytes that the store passes on without interpreting them. Compared by
 * bytes, because it may be an identifier. Immutable.
 */
public final class OpaqueValue {
    private final byte[] bytes;

    /** A value with these bytes, which must not change any more. */
    public OpaqueValue(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The value's bytes, which the caller must not change. */
    public byte[] bytes() {
        return bytes;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof OpaqueValue value && Arrays.equals(value.bytes, bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "an object of the application: bytes=" + bytes.length;
    }
}
