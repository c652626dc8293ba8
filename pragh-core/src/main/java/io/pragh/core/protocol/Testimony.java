package io.pragh.core.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * TESTIMONY: whether a home has the record of a transaction whose coordinator was expelled.
 *
 * <pre>
 *   0           4          8      16     24
 *   | partition | recorded | life | view |
 * </pre>
 *
 * <p>Recorded: 1 or 0. Immutable.
 *
 * @param partition the home
 * @param recorded whether it has a record; if not, it will never have one
 * @param life the present life of the home
 * @param view epoch of the view in which the home answers
 */
public record Testimony(int partition, boolean recorded, long life, long view) {
    private static final int LENGTH = 2 * Integer.BYTES + 2 * Long.BYTES;

    /** The answer's payload. */
    public ByteBuffer encode() {
        return ByteBuffer.allocate(LENGTH)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(partition)
                .putInt(recorded ? 1 : 0)
                .putLong(life)
                .putLong(view)
                .flip();
    }

    /** The answer of a payload; throws {@link MalformedMessageException} when there is none. */
    public static Testimony decode(ByteBuffer message) {
        ByteBuffer payload = message.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        Claim.need(payload, LENGTH);
        return new Testimony(payload.getInt(), payload.getInt() == 1, payload.getLong(), payload.getLong());
    }
}
