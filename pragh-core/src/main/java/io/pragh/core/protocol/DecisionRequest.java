package io.pragh.core.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * A message to a home about a transaction that it has voted on: DECIDE, PUBLISH, TAKE_BACK and ROLLBACK; and STATUS,
 * with which a home asks the coordinator's node about it.
 *
 * <pre>
 *   0           4      8       16          24
 *   | partition | node | epoch | timestamp | participants: partition, life …
 * </pre>
 *
 * <p>Immutable.
 *
 * @param partition the home
 * @param node the coordinator's node
 * @param epoch the life of the home under which it holds the keys
 * @param timestamp W
 * @param participants all homes of the transaction
 */
public record DecisionRequest(int partition, int node, long epoch, long timestamp, List<HomeLife> participants) {
    private static final int HEAD_BYTES = 2 * Integer.BYTES + 2 * Long.BYTES;
    private static final int HOME_BYTES = Integer.BYTES + Long.BYTES;

    /** A message that names a home and the coordinator's node; the other fields are 0 or empty. */
    public static DecisionRequest to(int partition, int node) {
        return new DecisionRequest(partition, node, 0, 0, List.of());
    }

    /** The request's payload. */
    public ByteBuffer encode() {
        ByteBuffer payload = ByteBuffer.allocate(HEAD_BYTES + participants.size() * HOME_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(partition)
                .putInt(node)
                .putLong(epoch)
                .putLong(timestamp);
        participants.forEach(home -> payload.putInt(home.partition()).putLong(home.life()));
        return payload.flip();
    }

    /** The request of a payload; throws {@link MalformedMessageException} when there is none. */
    public static DecisionRequest decode(ByteBuffer message) {
        ByteBuffer payload = message.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        Claim.need(payload, HEAD_BYTES);
        int partition = payload.getInt();
        int node = payload.getInt();
        long epoch = payload.getLong();
        long timestamp = payload.getLong();
        List<HomeLife> participants = new ArrayList<>();
        while (payload.remaining() >= HOME_BYTES) {
            participants.add(new HomeLife(payload.getInt(), payload.getLong()));
        }
        return new DecisionRequest(partition, node, epoch, timestamp, List.copyOf(participants));
    }
}
