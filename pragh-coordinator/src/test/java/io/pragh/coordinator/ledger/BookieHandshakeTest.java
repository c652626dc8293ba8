package io.pragh.coordinator.ledger;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.apache.bookkeeper.auth.AuthCallbacks.GenericCallback;
import org.apache.bookkeeper.auth.AuthToken;
import org.apache.bookkeeper.auth.BookieAuthProvider;
import org.apache.bookkeeper.auth.ClientAuthProvider;
import org.apache.bookkeeper.client.BKException;
import org.apache.bookkeeper.conf.ClientConfiguration;
import org.apache.bookkeeper.conf.ServerConfiguration;
import org.apache.bookkeeper.proto.BookieConnectionPeer;
import org.apache.bookkeeper.proto.ClientConnectionPeer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the handshake of client and bookie, without a connection. */
class BookieHandshakeTest {
    private static final int OK = BKException.Code.OK;
    private static final int REFUSED = BKException.Code.UnauthorizedAccessException;

    @TempDir
    private Path folder;

    private String secret = "";
    private String another = "";
    private final List<Integer> atBookie = new ArrayList<>();
    private final List<Integer> atClient = new ArrayList<>();
    private final Deque<byte[]> toBookie = new ArrayDeque<>();
    private final Deque<byte[]> toClient = new ArrayDeque<>();

    @BeforeEach
    void secrets() throws IOException {
        secret = Files.writeString(folder.resolve("secret"), "a secret of the nodes alone")
                .toString();
        another = Files.writeString(folder.resolve("another"), "a secret of other nodes")
                .toString();
    }

    private BookieAuthProvider bookie(String file) throws IOException {
        return bookie(file, new ServerConfiguration());
    }

    private BookieAuthProvider bookie(String file, ServerConfiguration configuration) throws IOException {
        configuration.setProperty(BookieKey.FILE, file);
        BookieHandshake.OfBookie factory = new BookieHandshake.OfBookie();
        factory.init(configuration);
        return factory.newProvider(nowhere(BookieConnectionPeer.class), (code, none) -> atBookie.add(code));
    }

    private ClientAuthProvider client(String file) throws IOException {
        return client(file, new ClientConfiguration());
    }

    private ClientAuthProvider client(String file, ClientConfiguration configuration) throws IOException {
        configuration.setProperty(BookieKey.FILE, file);
        BookieHandshake.OfClient factory = new BookieHandshake.OfClient();
        factory.init(configuration);
        ClientAuthProvider client =
                factory.newProvider(nowhere(ClientConnectionPeer.class), (code, none) -> atClient.add(code));
        client.init(into(toBookie));
        return client;
    }

    private static <T> T nowhere(Class<T> kind) {
        return kind.cast(Proxy.newProxyInstance(
                kind.getClassLoader(), new Class<?>[] {kind}, (peer, method, arguments) -> null));
    }

    private static GenericCallback<AuthToken> into(Deque<byte[]> queue) {
        return (code, token) -> {
            if (code == OK) {
                queue.add(token.getData());
            }
        };
    }

    private void run(ClientAuthProvider client, BookieAuthProvider bookie) {
        while (!toBookie.isEmpty() || !toClient.isEmpty()) {
            byte[] next = toBookie.poll();
            if (next != null) {
                bookie.process(AuthToken.wrap(next), into(toClient));
            } else {
                client.process(AuthToken.wrap(toClient.remove()), into(toBookie));
            }
        }
    }

    @Test
    void bothSidesWithOneSecretAreContent() throws IOException {
        run(client(secret), bookie(secret));
        assertEquals(List.of(OK), atBookie);
        assertEquals(List.of(OK), atClient);
    }

    @Test
    void aClientDoesNotBelieveABookieWithAnotherSecret() throws IOException {
        run(client(secret), bookie(another));
        assertEquals(List.of(), atBookie);
        assertEquals(List.of(REFUSED), atClient);
    }

    @Test
    void aBookieDoesNotBelieveAClientThatHasNoProofOrThatOfAnotherConnection() throws IOException {
        List<byte[]> proofs = new ArrayList<>(List.of(new byte[0], new byte[32]));
        ClientAuthProvider honest = client(secret);
        BookieAuthProvider first = bookie(secret);
        byte[] number = toBookie.element();
        first.process(AuthToken.wrap(toBookie.remove()), into(toClient));
        honest.process(AuthToken.wrap(toClient.remove()), into(toBookie));
        proofs.add(toBookie.remove());
        for (byte[] proof : proofs) {
            atBookie.clear();
            BookieAuthProvider bookie = bookie(secret);
            bookie.process(AuthToken.wrap(number), into(toClient));
            byte[] answer = toClient.remove();
            assertEquals(64, answer.length);
            bookie.process(AuthToken.wrap(proof), into(toClient));
            assertEquals(List.of(REFUSED), atBookie);
        }
        first.process(AuthToken.wrap(proofs.get(2)), into(toClient));
        assertEquals(List.of(REFUSED, OK), atBookie, "it was a good one where it was meant for");
        assertArrayEquals(new byte[0], toClient.remove());
    }

    /** What a bookie says of itself does not serve as its client's proof. */
    @Test
    void aProofIsNotGoodTheOtherWayRound() throws IOException {
        BookieAuthProvider bookie = bookie(secret);
        byte[] number = new byte[32];
        bookie.process(AuthToken.wrap(number), into(toClient));
        byte[] proof = Arrays.copyOfRange(toClient.remove(), 32, 64);
        bookie.process(AuthToken.wrap(proof), into(toClient));
        assertEquals(List.of(REFUSED), atBookie);
    }

    /** Otherwise somebody in between passes the handshake on, keeps TLS away, and has a connection that is admitted. */
    @Test
    void withTlsTheHandshakeBeginsWhenTheConnectionIsEncrypted() throws IOException {
        ServerConfiguration ofBookie = new ServerConfiguration();
        ofBookie.setTLSProviderFactoryClass(BookieTls.class.getName());
        ClientConfiguration ofClient = new ClientConfiguration();
        ofClient.setTLSProviderFactoryClass(BookieTls.class.getName());
        ClientAuthProvider client = client(secret, ofClient);
        assertEquals(0, toBookie.size(), "nothing is said in the clear");

        run(client(secret), bookie(secret, ofBookie));
        assertEquals(List.of(REFUSED), atBookie, "a client in the clear");

        atBookie.clear();
        BookieAuthProvider bookie = bookie(secret, ofBookie);
        bookie.onProtocolUpgrade();
        client.onProtocolUpgrade();
        run(client, bookie);
        assertEquals(List.of(OK), atBookie);
        assertEquals(List.of(OK), atClient);
    }
}
