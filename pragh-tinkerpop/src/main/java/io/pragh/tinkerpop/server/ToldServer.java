package io.pragh.tinkerpop.server;

import io.netty.channel.group.ChannelGroup;
import io.pragh.tinkerpop.server.Doorway.DoorSettings;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.tinkerpop.gremlin.server.GremlinServer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Gremlin Server of which clients are told, until it stops: before it turns anybody away, and before its graph is closed. It is a subclass
 * because Gremlin Server stops itself when the process is told to end, and offers no other way to come first. Any thread.
 */
final class ToldServer extends GremlinServer {
    private static final Logger LOG = LoggerFactory.getLogger(ToldServer.class);

    /** Clients ask every 5 seconds where the servers are, and may need a moment to be answered. */
    private static final long LEAVE_NANOS_MAX = TimeUnit.SECONDS.toNanos(7);

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** Not initialized here: the process may be told to end, and this be stopped, before the constructor of Gremlin Server returns. */
    private @Nullable BooleanSupplier withdrawal;

    ToldServer(DoorSettings settings) {
        super(settings, new ClientTasks(settings));
    }

    /**
     * Clients were told.
     *
     * @param withdraw done once, when the server begins to stop: has them told no longer, and says whether others will answer them
     */
    synchronized void withdrawWith(BooleanSupplier withdraw) {
        withdrawal = withdraw;
    }

    @Override
    public synchronized CompletableFuture<Void> stop() {
        BooleanSupplier withdraw = withdrawal;
        withdrawal = null;
        if (withdraw != null) {
            try {
                if (withdraw.getAsBoolean()) {
                    awaitLeave(getServerGremlinExecutor().getChannels());
                }
            } catch (RuntimeException cannot) {
                LOG.warn("clients are told of this server until its node has left: it could not be withdrawn", cannot);
            }
        }
        return super.stop();
    }

    /**
     * Returns when no client is connected any more, or after seconds. A client that sends queries where they belong hears that this server
     * is withdrawn, and closes its connections when all it asked is answered; what others have under way is lost.
     */
    private static void awaitLeave(ChannelGroup clients) {
        long began = System.nanoTime();
        while (!clients.isEmpty() && System.nanoTime() - began < LEAVE_NANOS_MAX) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
        if (!clients.isEmpty()) {
            LOG.info("clients are cut off that are still connected: connections={}", clients.size());
        }
    }
}
