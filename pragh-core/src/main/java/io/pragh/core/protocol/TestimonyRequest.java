package io.pragh.core.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * INQUIRE: a home of a transaction whose coordinator was expelled asks another home of it whether that one has the
 * record.
 *
 * <pre>
 *   0           4             8      16         20
 *   | partition | coordinator | view | recorded |
 * </pre>
 *
 * <p>Recorded: 1 or 0. Immutable.
 *
 * @param partition the home that is asked
 * @param coordinator the node that was expelled
 * @param view epoch of the view in which the asking home asks
 * @param recorded whether the asking home has a record; if not, the asked home removes its own
 */
public record TestimonyRequest(int partition, int coordinator, long view, boolean recorded) {
    private static final int LENGTH = 3 * Integer.BYTES + Long.BYTES;

    /** The request's payload. */
    public ByteBuffer encode() {
        return ByteBuffer.allocate(LENGTH)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(partition)
                .putInt(coordinator)
                .putLong(view)
                .putInt(recorded ? 1 : 0)
                .flip();
    }

    /** The request of a payload; throws {@link MalformedMessageException} when there is none. */
    public static TestimonyRequest decode(ByteBuffer message) {
        ByteBuffer payload = message.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        Claim.need(payload, LENGTH);
        return new TestimonyRequest(payload.getInt(), payload.getInt(), payload.getLong(), payload.getInt() == 1);
    }
}
