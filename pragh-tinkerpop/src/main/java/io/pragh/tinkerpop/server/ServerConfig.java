package io.pragh.tinkerpop.server;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where a server listens, and to whom. Immutable.
 *
 * @param address host and port; port 0 takes one that is free
 * @param users who may come in; null lets everybody in
 * @param scripts whether clients may run scripts in Groovy, which can do what the process can; if not, they send traversals, as bytecode
 *     or as text
 * @param ioFolder to whose files the step {@code io} is held; null when clients can have no file read or written
 * @param tls the server's certificate; null sends everything in the clear
 * @param advertise {@code host:port} as clients reach it; null when that is {@code address}, or unknown if that is every address of the
 *     machine
 * @param evaluationMillis how long a request is evaluated that does not ask for another time
 * @param evaluationMillisMax how much time a request may ask for
 * @param heapPercentMax how full a garbage collection may leave the heap, before a request is ended for it; 100: none is
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
    /** {@link #evaluationMillis} unless told otherwise. */
    public static final long EVALUATION_MILLIS = 30_000;
    /** {@link #evaluationMillisMax} unless told otherwise. */
    public static final long EVALUATION_MILLIS_MAX = 3_600_000;
    /** {@link #heapPercentMax} unless told otherwise. */
    public static final int HEAP_PERCENT_MAX = 80;

    /** One that is reached where it listens, and executes what it is asked. */
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

    /** Where clients reach it when it listens at this port; empty when nobody knows. */
    String reachedAt(InetSocketAddress listening) {
        if (advertise != null) {
            return advertise;
        }
        return listening.getAddress().isAnyLocalAddress() ? "" : PraghServer.text(listening);
    }

    /** Certificate chain and private key (PKCS #8), both PEM. */
    public record TlsFiles(Path certificate, Path key) {}
}
