package io.pragh.core.property.value;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** An encoded value, compared by its bytes. Immutable by agreement. */
public final class EncodedValue {
    private final byte[] bytes;

    /** A value with these bytes, which must not change any more. */
    public EncodedValue(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Encodes a value with {@link ValueCodec}. */
    public static EncodedValue of(@Nullable Object value) {
        return new EncodedValue(ValueCodec.encode(value));
    }

    /** The value's bytes, which the caller must not change. */
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
