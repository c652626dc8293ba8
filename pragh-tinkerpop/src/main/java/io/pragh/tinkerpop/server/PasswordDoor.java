package io.pragh.tinkerpop.server;

import org.apache.tinkerpop.gremlin.server.Settings;
import org.apache.tinkerpop.gremlin.server.auth.Authenticator;
import org.apache.tinkerpop.gremlin.server.authz.Authorizer;
import org.apache.tinkerpop.gremlin.server.handler.SaslAndHttpBasicAuthenticationHandler;

/** Asks for passwords, over WebSocket and HTTP. What a request over HTTP may do is left to {@link HttpTexts}. Made by Gremlin Server. */
public final class PasswordDoor extends SaslAndHttpBasicAuthenticationHandler {
    /** As Gremlin Server makes such handlers. */
    public PasswordDoor(Authenticator authenticator, Authorizer authorizer, Settings settings) {
        super(authenticator, null, settings);
    }
}
