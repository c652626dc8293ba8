package io.pragh.coordinator.ledger;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Objects;
import org.apache.bookkeeper.auth.AuthCallbacks.GenericCallback;
import org.apache.bookkeeper.auth.AuthToken;
import org.apache.bookkeeper.auth.BookieAuthProvider;
import org.apache.bookkeeper.auth.ClientAuthProvider;
import org.apache.bookkeeper.client.BKException;
import org.apache.bookkeeper.conf.ClientConfiguration;
import org.apache.bookkeeper.conf.ServerConfiguration;
import org.apache.bookkeeper.proto.BookieConnectionPeer;
import org.apache.bookkeeper.proto.ClientConnectionPeer;
import org.apache.bookkeeper.proto.ConnectionPeer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The handshake in which a client and a bookie prove to each other that they have the same key. Stateless.
 *
 * <pre>
 *   client   its number, 32 random bytes
 *   bookie   its number, and a proof bound to both numbers
 *   client   its own proof, bound to both numbers
 *   bookie   nothing more: the client is admitted
 * </pre>
 */
// Proofs of the two sides differ, so neither can be sent back to its sender. With TLS the handshake begins when the
// connection is encrypted: before, somebody in between could pass it on, and keep the admitted connection.
final class BookieHandshake {
    private static final String NAME = "PraghKey";
    private static final int NUMBER_BYTES = 32;
    private static final byte[] AS_BOOKIE = "bookie".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] AS_CLIENT = "client".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NOTHING = {};
    private static final Logger LOG = LoggerFactory.getLogger(BookieHandshake.class);

    private BookieHandshake() {}

    private static byte[] number() {
        byte[] number = new byte[NUMBER_BYTES];
        new SecureRandom().nextBytes(number);
        return number;
    }

    private static void refuse(GenericCallback<Void> end, String who, boolean secured) {
        if (secured) {
            LOG.warn("{} has not the bookies' key: all need the same secretFile in the address", who);
        } else {
            LOG.warn("{} does not speak TLS: its address needs a certificate, a privateKey and what is trusted", who);
        }
        end.operationComplete(BKException.Code.UnauthorizedAccessException, null);
    }

    /** Makes the bookie's side. Made by BookKeeper, by the name of the class. */
    public static final class OfBookie implements BookieAuthProvider.Factory {
        private @Nullable BookieKey key;
        private boolean tls;

        @Override
        public void init(ServerConfiguration configuration) throws IOException {
            key = BookieKey.ofFile(configuration.getString(BookieKey.FILE));
            tls = BookieTls.isIn(configuration);
        }

        @Override
        public BookieAuthProvider newProvider(BookieConnectionPeer peer, GenericCallback<Void> end) {
            return new BookieSide(Objects.requireNonNull(key), !tls, peer, end);
        }

        @Override
        public String getPluginName() {
            return NAME;
        }
    }

    /** Makes the client's side. Made by BookKeeper, by the name of the class. */
    public static final class OfClient implements ClientAuthProvider.Factory {
        private @Nullable BookieKey key;
        private boolean tls;

        @Override
        public void init(ClientConfiguration configuration) throws IOException {
            key = BookieKey.ofFile(configuration.getString(BookieKey.FILE));
            tls = BookieTls.isIn(configuration);
        }

        @Override
        public ClientAuthProvider newProvider(ClientConnectionPeer peer, GenericCallback<Void> end) {
            return new ClientSide(Objects.requireNonNull(key), !tls, peer, end);
        }

        @Override
        public String getPluginName() {
            return NAME;
        }
    }

    /** One connection at the bookie. */
    private static final class BookieSide implements BookieAuthProvider {
        private final BookieKey key;
        private final ConnectionPeer peer;
        private final GenericCallback<Void> end;
        private final byte[] own = number();
        private byte[] clients = NOTHING;
        private boolean secured;

        /** A connection that is admitted once it is secured: from the beginning, or when it has become TLS. */
        BookieSide(BookieKey key, boolean secured, ConnectionPeer peer, GenericCallback<Void> end) {
            this.key = key;
            this.secured = secured;
            this.peer = peer;
            this.end = end;
        }

        @Override
        public synchronized void onProtocolUpgrade() {
            secured = true;
        }

        @Override
        public synchronized void process(AuthToken said, GenericCallback<AuthToken> answer) {
            byte[] bytes = said.getData();
            if (secured && clients.length == 0 && bytes.length == NUMBER_BYTES) {
                clients = bytes.clone();
                byte[] proof = key.proof(AS_BOOKIE, clients, own);
                byte[] both = Arrays.copyOf(own, NUMBER_BYTES + proof.length);
                System.arraycopy(proof, 0, both, NUMBER_BYTES, proof.length);
                answer.operationComplete(BKException.Code.OK, AuthToken.wrap(both));
            } else if (secured
                    && clients.length > 0
                    && MessageDigest.isEqual(bytes, key.proof(AS_CLIENT, clients, own))) {
                answer.operationComplete(BKException.Code.OK, AuthToken.wrap(NOTHING));
                end.operationComplete(BKException.Code.OK, null);
            } else {
                refuse(end, "a client at " + peer.getRemoteAddr(), secured);
                answer.operationComplete(BKException.Code.UnauthorizedAccessException, AuthToken.NULL);
            }
        }
    }

    /** One connection at the client. */
    private static final class ClientSide implements ClientAuthProvider {
        private final BookieKey key;
        private final ConnectionPeer peer;
        private final GenericCallback<Void> end;
        private final byte[] own = number();
        private boolean secured;
        private @Nullable GenericCallback<AuthToken> first;
        private boolean proven;

        /** A connection on which nothing is said until it is secured: from the beginning, or when it has become TLS. */
        ClientSide(BookieKey key, boolean secured, ConnectionPeer peer, GenericCallback<Void> end) {
            this.key = key;
            this.secured = secured;
            this.peer = peer;
            this.end = end;
        }

        @Override
        public synchronized void init(GenericCallback<AuthToken> answer) {
            first = answer;
            begin();
        }

        @Override
        public synchronized void onProtocolUpgrade() {
            secured = true;
            begin();
        }

        private void begin() {
            GenericCallback<AuthToken> answer = first;
            if (secured && answer != null) {
                first = null;
                answer.operationComplete(BKException.Code.OK, AuthToken.wrap(own));
            }
        }

        @Override
        public synchronized void process(AuthToken said, GenericCallback<AuthToken> answer) {
            byte[] bytes = said.getData();
            if (proven) {
                end.operationComplete(BKException.Code.OK, null);
                return;
            }
            byte[] bookies = Arrays.copyOf(bytes, NUMBER_BYTES);
            byte[] proof = Arrays.copyOfRange(bytes, Math.min(NUMBER_BYTES, bytes.length), bytes.length);
            if (MessageDigest.isEqual(proof, key.proof(AS_BOOKIE, own, bookies))) {
                proven = true;
                answer.operationComplete(BKException.Code.OK, AuthToken.wrap(key.proof(AS_CLIENT, own, bookies)));
            } else {
                refuse(end, "the bookie at " + peer.getRemoteAddr(), true);
            }
        }
    }
}
