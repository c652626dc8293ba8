package io.pragh.tinkerpop.server;

import java.util.Map;
import org.apache.tinkerpop.gremlin.process.traversal.Bytecode;
import org.apache.tinkerpop.gremlin.process.traversal.util.BytecodeHelper;
import org.apache.tinkerpop.gremlin.server.auth.AuthenticatedUser;
import org.apache.tinkerpop.gremlin.server.authz.AuthorizationException;
import org.apache.tinkerpop.gremlin.server.authz.Authorizer;
import org.apache.tinkerpop.gremlin.util.Tokens;
import org.apache.tinkerpop.gremlin.util.message.RequestMessage;

/**
 * Allows every client to send traversals, as bytecode or as text of the language gremlin-lang, and none to send code.
 * Any thread.
 */
public final class TraversalsOnly implements Authorizer {
    /**
     * Both languages that Gremlin Server knows are on the class path whatever its configuration says: a request has
     * to name the harmless one.
     */
    static final String REFUSAL =
            "This server runs no scripts (see --scripts): send a traversal as bytecode, or as text" + " with language="
                    + RequestTexts.LANGUAGE;

    /** Made by Gremlin Server, which then calls {@link #setup}. */
    public TraversalsOnly() {}

    @Override
    public void setup(Map<String, Object> config) {
        // nothing to set up
    }

    @Override
    public Bytecode authorize(AuthenticatedUser user, Bytecode bytecode, Map<String, String> aliases)
            throws AuthorizationException {
        if (BytecodeHelper.getLambdaLanguage(bytecode).isPresent()) {
            throw new AuthorizationException("This server runs no code, so a traversal cannot have lambdas");
        }
        return bytecode;
    }

    @Override
    public void authorize(AuthenticatedUser user, RequestMessage message) throws AuthorizationException {
        if (!RequestTexts.LANGUAGE.equals(message.getArgs().get(Tokens.ARGS_LANGUAGE))) {
            throw new AuthorizationException(REFUSAL);
        }
    }
}
