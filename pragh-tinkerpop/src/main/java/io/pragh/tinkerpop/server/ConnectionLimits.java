package io.pragh.tinkerpop.server;

import java.util.concurrent.TimeUnit;

/**
 * How many connections a server holds, and how long it waits for what they announce. Immutable.
 *
 * @param all at once, of everybody
 * @param ofAddress at once, of one address
 * @param ofLoopback at once, of this machine: a driver opens 8 and more, and there may be several applications
 * @param heldBytesMax of all messages together whose ends have not come yet
 * @param arrivalNanos for the first head of a request, and for a login; a message has this and a second for every
 *     {@link #BYTES_PER_SECOND} that came of it
 * @param idleNanos without a byte, after which a connection is closed that is not needed any more
 */
record ConnectionLimits(int all, int ofAddress, int ofLoopback, long heldBytesMax, long arrivalNanos, long idleNanos) {
    /** Of a frame or a body, until its connection has logged in, and at which message grow that are not held back. */
    static final int STRANGER_BYTES_MAX = 64 << 10;
    /** Of all that comes over a connection until it has logged in: drivers send some requests before they are asked who they are. */
    static final int STRANGER_BYTES_ALL_MAX = 1 << 20;
    /** What the slowest client sends. */
    static final int BYTES_PER_SECOND = 64 << 10;

    private static final int MESSAGE_BYTES_MAX = 64 << 20;

    /** Those of a server. */
    static final ConnectionLimits USUAL = new ConnectionLimits(
            2_048,
            512,
            1_536,
            Runtime.getRuntime().maxMemory() / 8,
            TimeUnit.SECONDS.toNanos(10),
            TimeUnit.MINUTES.toNanos(5));

    /** Of one message: what is read from it takes several times as much, and a heap may be small. */
    static int messageBytesMax() {
        return (int) Math.min(MESSAGE_BYTES_MAX, Runtime.getRuntime().maxMemory() / 32);
    }
}
