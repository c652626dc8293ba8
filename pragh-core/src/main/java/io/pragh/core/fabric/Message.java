package io.pragh.core.fabric;

import io.pragh.core.base.PraghException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A small message from one node to another. Immutable by agreement: the payload is not written to after it was sent.
 *
 * @param from sender
 * @param to receiver
 * @param type tells the receiver's handler how to interpret the payload
 * @param client the client that asks: unique among all clients that ever existed
 * @param sequence number of the request among the client's requests; a reply carries its request's
 * @param payload little-endian bytes from position to limit; every receiver has a position of its own
 */
public record Message(int from, int to, int type, long client, long sequence, ByteBuffer payload) {
    /**
     * Checks that a node may send this, and returns the message for its receiver: a read-only payload with a position
     * of its own, over the same bytes. Throws {@link PraghException} when the message names another sender or is
     * longer than {@link Fabric#MESSAGE_BYTES_MAX}.
     */
    public Message sentBy(int node) {
        if (from != node) {
            throw new PraghException("a node sends in its own name only: self=" + node + " from=" + from);
        }
        if (payload.remaining() > Fabric.MESSAGE_BYTES_MAX) {
            throw new PraghException(
                    "a message is too long: bytes=" + payload.remaining() + " bytesMax=" + Fabric.MESSAGE_BYTES_MAX);
        }
        ByteBuffer bytes = payload.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
        return new Message(from, to, type, client, sequence, bytes);
    }
}
