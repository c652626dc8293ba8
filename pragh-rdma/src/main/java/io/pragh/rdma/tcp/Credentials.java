package io.pragh.rdma.tcp;

import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.FabricSeat;
import io.pragh.rdma.wire.Handshake;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/**
 * How a node proves that it belongs to the cluster: by a shared secret, by its certificate, or both. Immutable.
 *
 * <p>A proof by secret is an HMAC-SHA256 over the role, the cluster, both nodes' numbers and epochs and both nonces:
 * it is good for one connection, one direction and one pair of lives. The frames that follow are protected by TLS, or
 * else by seals whose keys derive from the same input: a machine that only relays a handshake does not know them.
 */
final class Credentials {
    static final int SECRET_BYTES_MIN = 16;
    private static final String ALGORITHM = "HmacSHA256";
    private static final byte[] NO_PROOF = new byte[Handshake.NONCE_BYTES];

    private final byte @Nullable [] secret;
    private final @Nullable SslContext server;
    private final @Nullable SslContext client;
    private final CertificateNames names;

    private Credentials(
            byte @Nullable [] secret,
            @Nullable SslContext server,
            @Nullable SslContext client,
            CertificateNames names) {
        this.secret = secret;
        this.server = server;
        this.client = client;
        this.names = names;
    }

    /**
     * The input of both proofs of a connection.
     *
     * @param cluster its name
     * @param hello the caller's HELLO
     * @param challenge the listener's CHALLENGE
     */
    record Transcript(String cluster, Handshake.Hello hello, Handshake.Challenge challenge) {}

    /** Reads the settings. */
    static Credentials of(FabricSeat seat) {
        byte[] secret = secret(seat);
        String certificate = seat.setting("certificate");
        String key = seat.setting("privateKey");
        String trusted = seat.setting("trusted");
        if (certificate == null && key == null && trusted == null) {
            if (secret == null) {
                throw new PraghException(
                        "a TCP fabric hands out memory, so it needs a secret, or a certificate, a privateKey"
                                + " and what is trusted");
            }
            return new Credentials(secret, null, null, CertificateNames.NONE);
        }
        if (certificate == null || key == null || trusted == null) {
            throw new PraghException(
                    "TLS needs three files: certificate=" + certificate + " privateKey=" + key + " trusted=" + trusted);
        }
        File chain = readable("certificate", certificate);
        File privateKey = readable("privateKey", key);
        File authorities = readable("trusted", trusted);
        CertificateNames names = CertificateNames.ofFile(chain.toPath());
        String problem = names.problemWith(names, seat.cluster(), seat.node());
        if (problem != null) {
            throw new PraghException("this node cannot use its own certificate, take another: certificate="
                    + certificate + " reason=" + problem);
        }
        try {
            SslContext server = SslContextBuilder.forServer(chain, privateKey)
                    .sslProvider(SslProvider.JDK)
                    .trustManager(authorities)
                    .clientAuth(ClientAuth.REQUIRE)
                    .protocols(List.of("TLSv1.3"))
                    .build();
            SslContext client = SslContextBuilder.forClient()
                    .sslProvider(SslProvider.JDK)
                    .keyManager(chain, privateKey)
                    .trustManager(authorities)
                    .endpointIdentificationAlgorithm(null) // membership counts, not host names
                    .protocols(List.of("TLSv1.3"))
                    .build();
            return new Credentials(secret, server, client, names);
        } catch (SSLException | IllegalArgumentException unusable) {
            throw new PraghException(
                    "the files for TLS cannot be used: certificate=" + certificate + " privateKey=" + key + " trusted="
                            + trusted + " reason=" + unusable.getMessage(),
                    unusable);
        }
    }

    private static File readable(String name, String path) {
        if (!Files.isReadable(Path.of(path))) {
            throw new PraghException("a file of the TCP fabric cannot be read: " + name + "=" + path);
        }
        return new File(path);
    }

    private static byte @Nullable [] secret(FabricSeat seat) {
        String text = seat.setting("secret");
        String file = seat.setting("secretFile");
        if (file != null) {
            try {
                text = Files.readString(Path.of(file)).lines().findFirst().orElse("");
            } catch (IOException unreadable) {
                throw new PraghException("the file with the secret cannot be read: secretFile=" + file, unreadable);
            }
        }
        if (text == null) {
            return null;
        }
        byte[] bytes = text.strip().getBytes(StandardCharsets.UTF_8);
        if (bytes.length < SECRET_BYTES_MIN) {
            throw new PraghException(
                    "the secret is too short: bytes=" + bytes.length + " bytesMin=" + SECRET_BYTES_MIN);
        }
        return bytes;
    }

    /** TLS for incoming connections, or null without TLS. */
    @Nullable
    SslContext server() {
        return server;
    }

    /** TLS for outgoing connections, or null without TLS. */
    @Nullable
    SslContext client() {
        return client;
    }

    /** The reason why the peer's certificate is not that of a node of a cluster, or null. */
    @Nullable
    String problemWith(ChannelPipeline pipeline, String cluster, int node) {
        SslHandler tls = pipeline.get(SslHandler.class);
        if (tls == null) {
            return null;
        }
        try {
            Certificate shown = tls.engine().getSession().getPeerCertificates()[0];
            return CertificateNames.of(shown).problemWith(names, cluster, node);
        } catch (SSLPeerUnverifiedException none) {
            return "no certificate was shown";
        }
    }

    /** The caller's proof. */
    byte[] callerProof(Transcript transcript) {
        return proof("pragh caller", transcript);
    }

    /** The listener's proof. */
    byte[] listenerProof(Transcript transcript) {
        return proof("pragh listener", transcript);
    }

    /** Whether frames are sealed: only without TLS. */
    boolean seals() {
        return server == null;
    }

    /** Secret of the seals on the caller's frames. */
    byte[] callerSeal(Transcript transcript) {
        return proof("pragh caller's seal", transcript);
    }

    /** Secret of the seals on the listener's frames. */
    byte[] listenerSeal(Transcript transcript) {
        return proof("pragh listener's seal", transcript);
    }

    /** Compares in constant time. */
    static boolean same(byte[] proof, byte[] expected) {
        return MessageDigest.isEqual(proof, expected);
    }

    private byte[] proof(String role, Transcript about) {
        if (secret == null) {
            return NO_PROOF.clone();
        }
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret, ALGORITHM));
            update(mac, role.getBytes(StandardCharsets.UTF_8));
            update(mac, about.cluster.getBytes(StandardCharsets.UTF_8));
            mac.update(ByteBuffer.allocate(24)
                    .putInt(about.hello.from())
                    .putLong(about.hello.epoch())
                    .putInt(about.challenge.node())
                    .putLong(about.challenge.epoch())
                    .flip());
            update(mac, about.hello.nonce());
            update(mac, about.challenge.nonce());
            return mac.doFinal();
        } catch (GeneralSecurityException impossible) {
            throw new PraghException("this JVM has no " + ALGORITHM, impossible);
        }
    }

    private static void update(Mac mac, byte[] bytes) {
        mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
        mac.update(bytes);
    }
}
