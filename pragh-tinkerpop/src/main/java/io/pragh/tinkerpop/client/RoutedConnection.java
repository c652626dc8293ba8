package io.pragh.tinkerpop.client;

import java.util.concurrent.CompletableFuture;
import org.apache.tinkerpop.gremlin.process.remote.RemoteConnection;
import org.apache.tinkerpop.gremlin.process.remote.RemoteConnectionException;
import org.apache.tinkerpop.gremlin.process.remote.traversal.RemoteTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.Bytecode;
import org.apache.tinkerpop.gremlin.structure.Transaction;

/**
 * The connection for traversals that begin in one partition: to the server of its node at the time when they are
 * sent. Any thread.
 */
final class RoutedConnection implements RemoteConnection {
    private final RoutedCluster cluster;
    private final int partition;

    RoutedConnection(RoutedCluster cluster, int partition) {
        this.cluster = cluster;
        this.partition = partition;
    }

    @Override
    public <E> CompletableFuture<RemoteTraversal<?, E>> submitAsync(Bytecode bytecode)
            throws RemoteConnectionException {
        return new RoutedQuery<E>(cluster, partition, bytecode).submit();
    }

    /** A transaction at the node that serves the partition now; it stays at that node. */
    @Override
    public Transaction tx() {
        return cluster.link(partition).transaction();
    }

    /** Does nothing: {@link RoutedCluster} owns the connections. */
    @Override
    public void close() {
        // closed by the cluster
    }
}
