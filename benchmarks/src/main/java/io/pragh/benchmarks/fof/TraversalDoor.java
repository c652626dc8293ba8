package io.pragh.benchmarks.fof;

import static org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource.traversal;

import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.prepared.PreparedTraversal;
import io.pragh.tinkerpop.server.PraghServer;
import io.pragh.tinkerpop.server.ServerConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.exception.ResponseException;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.util.TemporaryException;
import org.apache.tinkerpop.gremlin.util.message.ResponseStatusCode;
import org.jspecify.annotations.Nullable;

/**
 * The entry for clients' traversals: the graph itself, or a Gremlin Server of this process, over a WebSocket. Any
 * thread.
 */
final class TraversalDoor implements AutoCloseable {
    /** Label of all edges. */
    static final String LABEL = "link";

    private static final String START = "start";

    private final GraphTraversalSource g;
    private final int limit;
    private final boolean commits;
    private final @Nullable PreparedTraversal<Long> prepared;
    private final @Nullable PraghServer server;
    private final @Nullable Cluster driver;

    private TraversalDoor(
            GraphTraversalSource g,
            int limit,
            @Nullable PreparedTraversal<Long> prepared,
            @Nullable PraghServer server,
            @Nullable Cluster driver) {
        this.g = g;
        this.limit = limit;
        this.commits = server == null;
        this.prepared = prepared;
        this.server = server;
        this.driver = driver;
    }

    /** Opens the configured entry to a graph, for queries that follow so many neighbours of a vertex at most. */
    static TraversalDoor open(FofConfig config, PraghGraph graph) {
        int limit = config.workload().limit();
        return switch (config.api()) {
            case GREMLIN -> new TraversalDoor(graph.traversal(), limit, null, null, null);
            case PREPARED ->
                new TraversalDoor(
                        graph.traversal(),
                        limit,
                        graph.prepare((g, parameters) -> friendsOfFriends(g.V(parameters.of(START, 0L)), limit)),
                        null,
                        null);
            case SERVED -> served(graph, limit, config.shape().clients());
            case STORE -> throw new IllegalArgumentException("the store's own clients run no traversals");
        };
    }

    /**
     * Sends traversals to a Gremlin Server of its own on this machine, over as many connections as there are clients.
     */
    private static TraversalDoor served(PraghGraph graph, int limit, int clients) {
        PraghServer server = PraghServer.start(
                new ServerConfig(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), null, false, null), graph);
        Cluster driver = Cluster.build(server.address().getHostString())
                .port(server.address().getPort())
                .minConnectionPoolSize(clients)
                .maxConnectionPoolSize(clients)
                .create();
        return new TraversalDoor(
                traversal().with(DriverRemoteConnection.using(driver, "g")), limit, null, server, driver);
    }

    private static GraphTraversal<?, Long> friendsOfFriends(GraphTraversal<?, Vertex> from, int limit) {
        return from.local(__.out(LABEL).limit(limit))
                .local(__.out(LABEL).limit(limit))
                .count();
    }

    /** Runs the query from a vertex, as a transaction of its own. */
    void query(long vertex) {
        if (prepared == null) {
            friendsOfFriends(g.V(vertex), limit).next();
        } else {
            prepared.next(Map.of(START, vertex));
        }
        commit();
    }

    GraphTraversalSource g() {
        return g;
    }

    /** Ends the transaction of a finished traversal; a server has done so already. */
    void commit() {
        if (commits) {
            g.tx().commit();
        }
    }

    /** Rolls back a failed traversal. */
    void rollback() {
        if (commits) {
            g.tx().rollback();
        }
    }

    /** Whether the failure is a conflict with another transaction, so that the traversal can be repeated. */
    static boolean isTemporary(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof TemporaryException
                    || (cause instanceof ResponseException response
                            && response.getResponseStatusCode() == ResponseStatusCode.SERVER_ERROR_TEMPORARY)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        if (driver != null) {
            driver.close();
        }
        if (server != null) {
            server.close();
        }
    }
}
