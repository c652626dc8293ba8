package io.pragh.core.property;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A value as its bytes: equal when they are. Immutable by agreement. */
final class EncodedValue {
    private final byte[] bytes;

    EncodedValue(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The bytes that {@link ValueCodec} writes. */
    static EncodedValue of(@Nullable Object value) {
        return new EncodedValue(ValueCodec.encode(value));
    }

    byte[] bytes() {
        return bytes;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof EncodedValue value && Arrays.equals(bytes, value.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }
}
