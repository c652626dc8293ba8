package io.pragh.tinkerpop.server;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Configuration of a {@link PraghServer}. Immutable.
 *
 * @param address host and port; port 0 takes a free one
 * @param users users that may log in; null for no logins
 * @param scripts whether clients may run scripts in Groovy, which may do anything that the process may; if not, they
 *     send traversals only, as bytecode or as text
 * @param ioFolder the folder to whose files the step {@code io} is restricted; null when clients can read and write
 *     no file
 * @param tls the server's certificate; null for no encryption
 * @param advertise {@code host:port} as clients reach it; null when that is {@code address}, or unknown if that is
 *     every address of the machine
 * @param evaluationMillis time-out of a request that does not ask for another
 * @param evaluationMillisMax greatest time-out that a request may ask for
 * @param heapPercentMax fill of the heap after a garbage collection at which a request is ended; 100: never
 * @param compression whether WebSocket messages are compressed for clients that offer it
 */
public record ServerConfig(
        InetSocketAddress address,
        @Nullable UserTable users,
        boolean scripts,
        @Nullable Path ioFolder,
        @Nullable TlsFiles tls,
        @Nullable String advertise,
        long evaluationMillis,
        long evaluationMillisMax,
        int heapPercentMax,
        boolean compression) {
    /** Default of {@link #evaluationMillis}. */
    public static final long EVALUATION_MILLIS = 30_000;
    /** Default of {@link #evaluationMillisMax}. */
    public static final long EVALUATION_MILLIS_MAX = 3_600_000;
    /** Default of {@link #heapPercentMax}. */
    public static final int HEAP_PERCENT_MAX = 80;

    /** A server that clients reach at its own address, with default limits. */
    public ServerConfig(InetSocketAddress address, @Nullable UserTable users, boolean scripts, @Nullable TlsFiles tls) {
        this(
                address,
                users,
                scripts,
                null,
                tls,
                null,
                EVALUATION_MILLIS,
                EVALUATION_MILLIS_MAX,
                HEAP_PERCENT_MAX,
                false);
    }

    /** The address at which clients reach it when it listens at this port; empty when it is unknown. */
    String reachedAt(InetSocketAddress listening) {
        if (advertise != null) {
            return advertise;
        }
        return listening.getAddress().isAnyLocalAddress() ? "" : PraghServer.text(listening);
    }

    /** Certificate chain and private key (PKCS #8), both PEM. */
    public record TlsFiles(Path certificate, Path key) {}
}
