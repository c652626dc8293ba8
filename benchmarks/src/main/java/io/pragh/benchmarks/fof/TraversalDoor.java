package io.pragh.benchmarks.fof;

import static org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource.traversal;

import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.server.PraghServer;
import io.pragh.tinkerpop.server.ServerConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.exception.ResponseException;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.util.TemporaryException;
import org.apache.tinkerpop.gremlin.util.message.ResponseStatusCode;
import org.jspecify.annotations.Nullable;

/** Where clients hand traversals in: at the graph itself, or at a Gremlin Server of this process, over a WebSocket. Any thread. */
final class TraversalDoor implements AutoCloseable {
    private final GraphTraversalSource g;
    private final boolean commits;
    private final @Nullable PraghServer server;
    private final @Nullable Cluster driver;

    private TraversalDoor(
            GraphTraversalSource g, boolean commits, @Nullable PraghServer server, @Nullable Cluster driver) {
        this.g = g;
        this.commits = commits;
        this.server = server;
        this.driver = driver;
    }

    /** Traversals are run by the threads that hand them in. */
    static TraversalDoor embedded(PraghGraph graph) {
        return new TraversalDoor(graph.traversal(), true, null, null);
    }

    /** Traversals go to a server of their own on this machine, in as many connections as there are clients. */
    static TraversalDoor served(PraghGraph graph, int clients) {
        PraghServer server = PraghServer.start(
                new ServerConfig(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), null, false, null), graph);
        Cluster driver = Cluster.build(server.address().getHostString())
                .port(server.address().getPort())
                .minConnectionPoolSize(clients)
                .maxConnectionPoolSize(clients)
                .create();
        return new TraversalDoor(traversal().with(DriverRemoteConnection.using(driver, "g")), false, server, driver);
    }

    GraphTraversalSource g() {
        return g;
    }

    /** Ends the transaction of a traversal that has run; a server has done so already. */
    void commit() {
        if (commits) {
            g.tx().commit();
        }
    }

    /** Undoes a traversal that has failed. */
    void rollback() {
        if (commits) {
            g.tx().rollback();
        }
    }

    /** Whether the traversal that failed so met another one, and can be run again. */
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
