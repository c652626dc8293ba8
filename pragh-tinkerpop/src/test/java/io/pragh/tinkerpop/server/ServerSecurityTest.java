package io.pragh.tinkerpop.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.tinkerpop.server.ServerConfig.TlsFiles;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mindrot.jbcrypt.BCrypt;

/**
 * Checks which users a server lets in, and that over TLS it takes no old versions or weak suites and no connection in
 * the clear.
 */
class ServerSecurityTest {
    @TempDir
    Path folder;

    @Test
    void onlyUsersWithTheirPasswordsAreLetIn() throws Exception {
        try (ServedGraph served = new ServedGraph(users("ada:secret", "bob:" + hash("geheim")), null)) {
            assertEquals(1, ask(served.cluster().credentials("ada", "secret")));
            assertEquals(1, ask(served.cluster().credentials("bob", "geheim")));
            for (Cluster.Builder wrong : new Cluster.Builder[] {
                served.cluster().credentials("ada", "geheim"),
                served.cluster().credentials("bob", "secret"),
                served.cluster().credentials("eve", "secret"),
                served.cluster()
            }) {
                assertThrows(Exception.class, () -> ask(wrong));
            }
            assertEquals(401, post(served, "eve:secret"));
            assertEquals(200, post(served, "ada:secret"));
        }
    }

    @Test
    void tlsServerAnswersTlsOnly() throws Exception {
        TlsFiles tls = PemFiles.make(folder);
        try (ServedGraph served = new ServedGraph(users("ada:secret"), tls)) {
            Cluster.Builder trusting = served.cluster()
                    .enableSsl(true)
                    .trustStore(folder.resolve("store.p12").toString())
                    .trustStorePassword("changeit")
                    .credentials("ada", "secret");
            assertEquals(1, ask(trusting));
            assertThrows(Exception.class, () -> ask(served.cluster().credentials("ada", "secret")));
        }
    }

    @Test
    void tlsIsTakenWithForwardSecrecyAndAuthenticatedEncryptionOnly() throws Exception {
        TlsFiles tls = PemFiles.make(folder, "RSA");
        KeyStore trusted = KeyStore.getInstance(folder.resolve("store.p12").toFile(), "changeit".toCharArray());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.setCertificateEntry("server", trusted.getCertificate("pragh"));
        trust.init(trusted);
        SSLContext client = SSLContext.getInstance("TLS");
        client.init(null, trust.getTrustManagers(), null);
        try (ServedGraph served = new ServedGraph(null, tls)) {
            for (String taken :
                    List.of("TLSv1.3 TLS_AES_128_GCM_SHA256", "TLSv1.2 TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256")) {
                assertEquals(taken, shakeHands(client, served, taken));
            }
            for (String refused : List.of(
                    "TLSv1.2 TLS_RSA_WITH_AES_128_CBC_SHA",
                    "TLSv1.2 TLS_RSA_WITH_AES_128_GCM_SHA256",
                    "TLSv1.2 TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256",
                    "TLSv1.2 TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA",
                    "TLSv1.2 TLS_DHE_RSA_WITH_AES_128_CBC_SHA256")) {
                assertThrows(SSLException.class, () -> shakeHands(client, served, refused), refused);
            }
        }
    }

    /** Offers one suite of one version; returns what was agreed upon. */
    private static String shakeHands(SSLContext client, ServedGraph served, String offer) throws IOException {
        String[] versionAndSuite = offer.split(" ", 2);
        try (SSLSocket socket = (SSLSocket) client.getSocketFactory()
                .createSocket(served.address().getAddress(), served.address().getPort())) {
            socket.setEnabledProtocols(new String[] {versionAndSuite[0]});
            socket.setEnabledCipherSuites(new String[] {versionAndSuite[1]});
            socket.startHandshake();
            return socket.getSession().getProtocol() + " " + socket.getSession().getCipherSuite();
        }
    }

    @Test
    void hashesOfEveryProgramAreTaken() throws Exception {
        String hash = hash("geheim").substring(3);
        UserTable table = users("a:$2a" + hash, "b:$2y" + hash, "c:$2b" + hash, "# nobody", "");
        assertEquals(3, table.size());
        for (String name : new String[] {"a", "b", "c"}) {
            assertTrue(table.accepts(name, "geheim"), name);
            assertFalse(table.accepts(name, "$2a" + hash), name);
        }
        assertFalse(table.accepts("d", "geheim"));
    }

    @Test
    void wrongUserFilesNameTheLineButNotThePassword() {
        for (String wrong : new String[] {"ada", ":x", "ada:", "ada:$2y$05$cut", "ok:secret\nok:secret"}) {
            PraghException refused = assertThrows(PraghException.class, () -> users(wrong));
            assertTrue(refused.getMessage().contains(" line="), refused.getMessage());
            assertFalse(refused.getMessage().contains("secret"), refused.getMessage());
        }
        assertThrows(PraghException.class, () -> users("# nobody"));
    }

    private UserTable users(String... lines) throws IOException {
        return UserTable.read(Files.writeString(folder.resolve("users"), String.join("\n", lines)));
    }

    private static String hash(String password) {
        return BCrypt.hashpw(password, BCrypt.gensalt(4));
    }

    private static int ask(Cluster.Builder builder) throws Exception {
        Cluster cluster =
                builder.minConnectionPoolSize(1).maxConnectionPoolSize(1).create(); // each connection logs in
        try {
            return cluster.connect().submit("g.inject(1)").one().getInt();
        } finally {
            cluster.close();
        }
    }

    private static int post(ServedGraph served, String credentials) throws Exception {
        String basic = Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://" + PraghServer.text(served.address()) + "/gremlin"))
                                .header("Authorization", "Basic " + basic)
                                .POST(HttpRequest.BodyPublishers.ofString("{\"gremlin\": \"g.inject(1)\"}"))
                                .build(),
                        HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }
}
