package io.pragh.tinkerpop.server;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where a server listens, and to whom. Immutable.
 *
 * @param address host and port; port 0 takes one that is free
 * @param users who may come in; null lets everybody in
 * @param tls the server's certificate; null sends everything in the clear
 */
public record ServerConfig(
        InetSocketAddress address,
        @Nullable UserTable users,
        @Nullable TlsFiles tls) {

    /** Certificate chain and private key (PKCS #8), both PEM. */
    public record TlsFiles(Path certificate, Path key) {}
}
