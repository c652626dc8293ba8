package io.pragh.coordinator.ledger;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.pragh.core.base.PraghException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.SSLException;
import org.apache.bookkeeper.conf.AbstractConfiguration;
import org.apache.bookkeeper.tls.SecurityException;
import org.apache.bookkeeper.tls.SecurityHandlerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Mutual TLS 1.3 between bookies and their clients: both sides show a certificate that an authority of the cluster has
 * signed. Host names do not count, as between nodes. Made by BookKeeper, by the name of the class. Immutable once it
 * is initialized.
 */
public final class BookieTls implements SecurityHandlerFactory {
    private static final String CERTIFICATE = "praghCertificate";
    private static final String PRIVATE_KEY = "praghPrivateKey";
    private static final String TRUSTED = "praghTrusted";

    private @Nullable SslContext context;
    private ByteBufAllocator allocator = ByteBufAllocator.DEFAULT;

    /** Made by BookKeeper, which initializes it. */
    public BookieTls() {}

    /**
     * The files of one side. Immutable.
     *
     * @param certificate PEM file with the certificate chain
     * @param privateKey PEM file with its key, PKCS #8
     * @param trusted PEM file with the authorities of the others' certificates
     */
    record Pem(String certificate, String privateKey, String trusted) {
        private SslContext context(boolean ofBookie) {
            File chain = readable("certificate", certificate);
            File key = readable("privateKey", privateKey);
            File authorities = readable("trusted", trusted);
            try {
                SslContextBuilder builder = ofBookie
                        ? SslContextBuilder.forServer(chain, key)
                                .clientAuth(ClientAuth.REQUIRE)
                                .startTls(true) // the answer to the request for TLS is the last one in the clear
                        : SslContextBuilder.forClient()
                                .keyManager(chain, key)
                                .endpointIdentificationAlgorithm(null); // the authority counts, not host names
                return builder.sslProvider(SslProvider.JDK)
                        .trustManager(authorities)
                        .protocols(List.of("TLSv1.3"))
                        .build();
            } catch (SSLException | IllegalArgumentException unusable) {
                throw new PraghException(
                        "the files for TLS with bookies cannot be used: certificate=" + certificate + " privateKey="
                                + privateKey + " trusted=" + trusted + " reason=" + unusable.getMessage(),
                        unusable);
            }
        }

        private static File readable(String name, String path) {
            if (!Files.isReadable(Path.of(path))) {
                throw new PraghException("a file for TLS with bookies cannot be read: " + name + "=" + path);
            }
            return new File(path);
        }
    }

    /**
     * Has a bookie or a client speak TLS alone.
     *
     * @throws PraghException when a file cannot be used
     */
    static void configure(AbstractConfiguration<?> configuration, Pem files) {
        var unused = files.context(false); // BookKeeper would hide what is wrong with the files
        configuration.setProperty(CERTIFICATE, files.certificate);
        configuration.setProperty(PRIVATE_KEY, files.privateKey);
        configuration.setProperty(TRUSTED, files.trusted);
        configuration.setTLSProviderFactoryClass(BookieTls.class.getName());
    }

    /** Whether a bookie or a client with this configuration speaks TLS. */
    static boolean isIn(AbstractConfiguration<?> configuration) {
        return BookieTls.class.getName().equals(configuration.getTLSProviderFactoryClass());
    }

    @Override
    public String getHandlerName() {
        return "tls";
    }

    @Override
    @SuppressWarnings("rawtypes") // as in the interface
    public void init(NodeType type, AbstractConfiguration configuration, ByteBufAllocator buffers)
            throws SecurityException {
        Pem files = new Pem(
                configuration.getString(CERTIFICATE),
                configuration.getString(PRIVATE_KEY),
                configuration.getString(TRUSTED));
        try {
            context = files.context(type == NodeType.Server);
        } catch (PraghException unusable) {
            throw new SecurityException(unusable);
        }
        allocator = buffers;
    }

    @Override
    public SslHandler newTLSHandler() {
        return Objects.requireNonNull(context).newHandler(allocator);
    }
}
