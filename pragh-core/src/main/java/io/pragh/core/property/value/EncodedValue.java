package io.pragh.core.property.value;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A value as its bytes: equal when they are. Immutable by agreement. */
public final class EncodedValue {
    private final byte[] bytes;

    /** A value that has these bytes, which nobody changes any more. */
    public EncodedValue(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The bytes that {@link ValueCodec} writes. */
    public static EncodedValue of(@Nullable Object value) {
        return new EncodedValue(ValueCodec.encode(value));
    }

    /** Its bytes, which nobody may change. */
    public byte[] bytes() {
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
