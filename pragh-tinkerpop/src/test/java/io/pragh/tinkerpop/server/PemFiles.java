package io.pragh.tinkerpop.server;

import io.pragh.testkit.PemPair;
import io.pragh.tinkerpop.server.ServerConfig.TlsFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;

/** A server's self-signed certificate for the loopback address. */
final class PemFiles {
    private PemFiles() {}

    static TlsFiles make(Path folder) throws IOException, GeneralSecurityException, InterruptedException {
        return make(folder, "EC");
    }

    /** Makes files with a key of this algorithm. */
    static TlsFiles make(Path folder, String algorithm)
            throws IOException, GeneralSecurityException, InterruptedException {
        PemPair pair = PemPair.make(folder, "store", algorithm);
        return new TlsFiles(pair.certificate(), pair.privateKey());
    }
}
