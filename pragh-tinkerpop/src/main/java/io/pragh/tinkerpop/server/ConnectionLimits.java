package io.pragh.tinkerpop.server;

import java.util.concurrent.TimeUnit;

/**
 * Limits on a server's connections, and on the time that it waits for their messages. Immutable.
 *
 * @param all open connections in total
 * @param ofAddress open connections from one address
 * @param ofLoopback open connections from this machine: a driver opens 8 and more, and there may be several
 *     applications
 * @param heldBytesMax bytes of all incomplete messages together
 * @param arrivalNanos time for the first head of a request, and for a login; a message has this and a second for
 *     every {@link #BYTES_PER_SECOND} received of it
 * @param idleNanos time without a byte after which a connection that is not needed is closed
 */
record ConnectionLimits(int all, int ofAddress, int ofLoopback, long heldBytesMax, long arrivalNanos, long idleNanos) {
    /** Bound on a frame or a body before the login. */
    static final int STRANGER_BYTES_MAX = 64 << 10;
    /**
     * Bound on all bytes of a connection before the login: drivers send some requests before the server asks for the
     * login.
     */
    static final int STRANGER_BYTES_ALL_MAX = 1 << 20;
    /** The least rate expected of a client. */
    static final int BYTES_PER_SECOND = 64 << 10;

    private static final int MESSAGE_BYTES_MAX = 64 << 20;

    /** A server's limits by default. */
    static final ConnectionLimits USUAL = new ConnectionLimits(
            2_048,
            512,
            1_536,
            Runtime.getRuntime().maxMemory() / 8,
            TimeUnit.SECONDS.toNanos(10),
            TimeUnit.MINUTES.toNanos(5));

    /** Bound on one message: the objects read from it take several times as much, and the heap may be small. */
    static int messageBytesMax() {
        return (int) Math.min(MESSAGE_BYTES_MAX, Runtime.getRuntime().maxMemory() / 32);
    }
}
