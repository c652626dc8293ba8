package io.pragh.core.property.value;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An application's object, as bytes that the store hands through: it neither knows what they say nor makes anything of them. Equal
 * when they are: it may be an identifier. Immutable.
 */
public final class OpaqueValue {
    private final byte[] bytes;

    /** A value of these bytes, which nobody changes any more. */
    public OpaqueValue(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Its bytes, which nobody may change. */
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
