package io.pragh.rdma.tcp;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** A certificate authority for tests. One thread. */
final class TestAuthority {
    private final Path folder;
    private final X509Bundle root;
    private final Path trusted;

    private TestAuthority(Path folder, X509Bundle root, Path trusted) {
        this.folder = folder;
        this.root = root;
        this.trusted = trusted;
    }

    static TestAuthority in(Path folder) {
        try {
            X509Bundle root = new CertificateBuilder()
                    .subject("CN=Pragh test authority")
                    .setIsCertificateAuthority(true)
                    .buildSelfSigned();
            Path trusted = folder.resolve("trusted.pem");
            Files.writeString(trusted, root.getCertificatePEM());
            return new TestAuthority(folder, root, trusted);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** Settings of a node with a certificate that is valid now and has these URIs. */
    String[] member(String name, String... uris) {
        return issue(
                name, Instant.now().minus(Duration.ofDays(1)), Instant.now().plus(Duration.ofDays(1)), uris);
    }

    /** Settings of a node whose certificate was valid until yesterday. */
    String[] expired(String name) {
        return issue(
                name, Instant.now().minus(Duration.ofDays(9)), Instant.now().minus(Duration.ofDays(1)));
    }

    private String[] issue(String name, Instant from, Instant until, String... uris) {
        try {
            CertificateBuilder builder = new CertificateBuilder()
                    .subject("CN=" + name)
                    .notBefore(from)
                    .notAfter(until);
            for (String uri : uris) {
                builder = builder.addSanUriName(uri);
            }
            X509Bundle issued = builder.buildIssuedBy(root);
            Path certificate = folder.resolve(name + ".pem");
            Path key = folder.resolve(name + ".key");
            Files.writeString(certificate, issued.getCertificatePathPEM());
            Files.writeString(key, issued.getPrivateKeyPEM());
            return new String[] {
                "certificate", certificate.toString(), "privateKey", key.toString(), "trusted", trusted.toString()
            };
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }
}
