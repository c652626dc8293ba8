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
 * A Gremlin Server that is announced to clients, and withdrawn when it stops: before it refuses any client, and
 * before its graph is closed. It is a subclass because Gremlin Server stops itself when the process is told to end,
 * and has no other hook that runs first. Any thread.
 */
final class ToldServer extends GremlinServer {
    private static final Logger LOG = LoggerFactory.getLogger(ToldServer.class);

    /** Clients ask for the routes every 5 seconds, and the answer may take a moment. */
    private static final long LEAVE_NANOS_MAX = TimeUnit.SECONDS.toNanos(7);

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /**
     * Not initialized here: the process may be told to end, and this server be stopped, before Gremlin Server's
     * constructor returns.
     */
    private @Nullable BooleanSupplier withdrawal;

    ToldServer(DoorSettings settings) {
        super(settings, new ClientTasks(settings));
    }

    /**
     * Called when the server was announced.
     *
     * @param withdraw run once, when the server begins to stop: withdraws it, and returns whether other servers will
     *     answer its clients
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
     * Returns when no client is connected any more, or after some seconds. A client with routing hears that this
     * server is withdrawn, and closes its connections when all its requests are answered; other clients' requests
     * under way are lost.
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
