package io.pragh.tinkerpop.server;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.tinkerpop.gremlin.groovy.jsr223.dsl.credential.CredentialGraphTokens;
import org.apache.tinkerpop.gremlin.server.auth.AuthenticatedUser;
import org.apache.tinkerpop.gremlin.server.auth.AuthenticationException;
import org.apache.tinkerpop.gremlin.server.auth.Authenticator;
import org.jspecify.annotations.Nullable;

/** Checks passwords against a {@link UserTable}: SASL PLAIN over WebSocket, basic authentication over HTTP. Any thread. */
public final class PasswordAuthenticator implements Authenticator {
    /** Key of the {@link UserTable} in the configuration. */
    static final String USERS = "users";

    private static final String REFUSED = "The name or the password is wrong";

    private @Nullable UserTable users;

    /** Made by Gremlin Server, which then calls {@link #setup}. */
    public PasswordAuthenticator() {}

    @Override
    public boolean requireAuthentication() {
        return true;
    }

    @Override
    public void setup(Map<String, Object> config) {
        users = (UserTable) config.get(USERS);
    }

    @Override
    public SaslNegotiator newSaslNegotiator(InetAddress peer) {
        return new Negotiator();
    }

    @Override
    public AuthenticatedUser authenticate(Map<String, String> credentials) throws AuthenticationException {
        String name = credentials.get(CredentialGraphTokens.PROPERTY_USERNAME);
        String password = credentials.get(CredentialGraphTokens.PROPERTY_PASSWORD);
        if (users == null || name == null || password == null || !users.accepts(name, password)) {
            throw new AuthenticationException(REFUSED);
        }
        return new AuthenticatedUser(name);
    }

    /** One client's answer: [authorize as] NUL name NUL password. One thread. */
    private final class Negotiator implements SaslNegotiator {
        private @Nullable AuthenticatedUser user;

        @Override
        public byte[] evaluateResponse(byte[] response) throws AuthenticationException {
            String text = new String(response, StandardCharsets.UTF_8);
            int first = text.indexOf('\0');
            int second = text.indexOf('\0', first + 1);
            if (first < 0 || second < 0) {
                throw new AuthenticationException("A SASL PLAIN answer has three parts");
            }
            user = authenticate(Map.of(
                    CredentialGraphTokens.PROPERTY_USERNAME, text.substring(first + 1, second),
                    CredentialGraphTokens.PROPERTY_PASSWORD, text.substring(second + 1)));
            return new byte[0];
        }

        @Override
        public boolean isComplete() {
            return user != null;
        }

        @Override
        public AuthenticatedUser getAuthenticatedUser() throws AuthenticationException {
            if (user == null) {
                throw new AuthenticationException(REFUSED);
            }
            return user;
        }
    }
}
