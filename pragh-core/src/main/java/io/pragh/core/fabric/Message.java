package io.pragh.core.fabric;

import java.nio.ByteBuffer;

/**
 * A small message from node to node. Immutable by agreement: nobody writes to the payload once it was sent.
 *
 * @param from who sent this message: after a forwarding, the forwarder
 * @param to receiver
 * @param type what the receiver's handler makes of it
 * @param client who asks: unique for every client that ever lived
 * @param sequence number of the request among the client's requests; a reply carries its request's
 * @param hops how often it was forwarded
 * @param payload little-endian bytes from position to limit; every receiver has a position of its own
 */
public record Message(int from, int to, int type, long client, long sequence, int hops, ByteBuffer payload) {
    /** A message is refused when it was forwarded more often than this (hole h11). */
    public static final int HOPS_MAX = 3;
}
