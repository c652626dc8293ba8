package io.pragh.tinkerpop.server;

import java.util.concurrent.CompletableFuture;
import org.apache.tinkerpop.gremlin.server.GremlinServer;
import org.apache.tinkerpop.gremlin.server.Settings;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Gremlin Server of which clients are told, until it stops: before it turns anybody away, and before its graph is closed. It is a subclass
 * because Gremlin Server stops itself when the process is told to end, and offers no other way to come first. Any thread.
 */
final class ToldServer extends GremlinServer {
    private static final Logger LOG = LoggerFactory.getLogger(ToldServer.class);

    /** Not initialized here: the process may be told to end, and this be stopped, before the constructor of Gremlin Server returns. */
    private @Nullable Runnable withdrawal;

    ToldServer(Settings settings) {
        super(settings);
    }

    /** Clients were told: this is done once, when the server begins to stop. */
    synchronized void withdrawWith(Runnable withdraw) {
        withdrawal = withdraw;
    }

    @Override
    public synchronized CompletableFuture<Void> stop() {
        Runnable withdraw = withdrawal;
        withdrawal = null;
        if (withdraw != null) {
            try {
                withdraw.run();
            } catch (RuntimeException cannot) {
                LOG.warn("clients are told of this server until its node has left: it could not be withdrawn", cannot);
            }
        }
        return super.stop();
    }
}
