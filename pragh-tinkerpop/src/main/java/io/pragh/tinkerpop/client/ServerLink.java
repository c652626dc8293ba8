package io.pragh.tinkerpop.client;

import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.apache.tinkerpop.gremlin.driver.Client;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.Host;
import org.apache.tinkerpop.gremlin.driver.exception.ConnectionException;
import org.apache.tinkerpop.gremlin.driver.exception.NoHostAvailableException;
import org.apache.tinkerpop.gremlin.driver.exception.ResponseException;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;
import org.apache.tinkerpop.gremlin.process.remote.RemoteConnectionException;
import org.apache.tinkerpop.gremlin.process.remote.traversal.RemoteTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.Bytecode;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.Transaction;
import org.apache.tinkerpop.gremlin.util.ser.SerializationException;
import org.jspecify.annotations.Nullable;

/** The driver's connections to one server, opened when they are first needed. Any thread. */
final class ServerLink implements AutoCloseable {
    /** Time for which a server that could not be reached is only asked when no other is left. */
    private static final long DOUBT_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final InetSocketAddress address;
    private final Function<InetSocketAddress, Cluster> connect;
    private final VainWaits waits;
    /** The driver's hosts once one was reached: the driver goes on to try whether it can be. */
    private volatile Collection<Host> reached = List.of();

    private @Nullable Cluster cluster;
    private @Nullable Client client;
    private @Nullable DriverRemoteConnection connection;
    private int sending;
    private boolean closed;
    private volatile boolean doubted;
    private volatile long doubtedNanos;

    /** A link that connects on first use; {@code looks} runs short tasks. */
    ServerLink(
            InetSocketAddress address, Function<InetSocketAddress, Cluster> connect, ScheduledExecutorService looks) {
        this.address = address;
        this.connect = connect;
        this.waits = new VainWaits(this::isGone, looks);
    }

    InetSocketAddress address() {
        return address;
    }

    /**
     * Sends a traversal; waits for a connection, if all are in use, but not for one to a server that is gone. An
     * exception that is thrown, rather than given by the future, means that it was not sent.
     */
    <E> CompletableFuture<RemoteTraversal<?, E>> submit(Bytecode traversal) throws RemoteConnectionException {
        DriverRemoteConnection used = beginSending();
        CompletableFuture<RemoteTraversal<?, E>> sent = null;
        VainWaits.Wait wait = waits.begin();
        try {
            sent = used.submitAsync(traversal);
        } finally {
            wait.end();
            if (sent == null) {
                endSending();
            }
        }
        noteReached();
        return sent.whenComplete((answer, failure) -> endSending());
    }

    private void noteReached() {
        if (reached.isEmpty()) {
            synchronized (this) {
                if (cluster != null) {
                    reached = cluster.allHosts();
                }
            }
        }
    }

    /** Whether the driver has lost its connections to this server and has not reached it since. */
    boolean isGone() {
        Collection<Host> hosts = reached;
        return !hosts.isEmpty() && hosts.stream().noneMatch(Host::isAvailable);
    }

    private synchronized DriverRemoteConnection beginSending() {
        DriverRemoteConnection used = connection();
        sending++;
        return used;
    }

    /** The driver knows now that it waits for an answer. */
    private synchronized void endSending() {
        sending--;
        closeWhenSent();
    }

    /** A session that will be this server's; begins nothing yet. */
    Transaction transaction() {
        return connection().tx();
    }

    /** A source for requests that only this server is to answer. */
    GraphTraversalSource source() {
        return AnonymousTraversalSource.traversal().with(connection());
    }

    /** The driver's client, for scripts. */
    synchronized Client client() {
        Client known = client;
        if (known == null) {
            known = cluster().connect();
            client = known;
        }
        return known;
    }

    private synchronized DriverRemoteConnection connection() {
        DriverRemoteConnection known = connection;
        if (known == null || closed) {
            known = DriverRemoteConnection.using(cluster(), "g");
            connection = known;
        }
        return known;
    }

    private Cluster cluster() {
        if (closed) {
            throw new PraghException("the connection to this server was closed: server=" + address, null, true);
        }
        Cluster known = cluster;
        if (known == null) {
            known = connect.apply(address);
            cluster = known;
        }
        return known;
    }

    /** Whether it could not be reached a moment ago. */
    boolean isDoubted() {
        return isGone() || doubted && System.nanoTime() - doubtedNanos < DOUBT_NANOS;
    }

    void failed() {
        doubtedNanos = System.nanoTime();
        doubted = true;
    }

    void answered() {
        doubted = false;
    }

    /**
     * Whether a failure means that a server could not be reached, rather than that it has answered with an error or
     * an unreadable message. The driver reports an illegal state when a connection, or itself, was closed meanwhile.
     */
    static boolean isOutOfReach(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ResponseException || cause instanceof SerializationException) {
                return false;
            }
            if (cause instanceof IOException
                    || cause instanceof IllegalStateException
                    || cause instanceof ConnectionException
                    || cause instanceof NoHostAvailableException
                    || cause instanceof TimeoutException) {
                return true;
            }
            if (cause instanceof PraghException pragh && pragh.retryable()) {
                return true;
            }
        }
        return false;
    }

    /** Lets requests under way finish, and returns at once. */
    @Override
    public synchronized void close() {
        closed = true;
        closeWhenSent();
    }

    /**
     * The driver closes a connection once it waits for no answer, but would close it under a query that is just being
     * sent.
     */
    private void closeWhenSent() {
        Cluster known = cluster;
        if (closed && sending == 0 && known != null) {
            cluster = null;
            var unused = known.closeAsync();
        }
    }
}
