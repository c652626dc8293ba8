package io.pragh.tinkerpop.client;

import java.util.concurrent.CompletableFuture;
import org.apache.tinkerpop.gremlin.process.remote.RemoteConnection;
import org.apache.tinkerpop.gremlin.process.remote.RemoteConnectionException;
import org.apache.tinkerpop.gremlin.process.remote.traversal.RemoteTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.Bytecode;
import org.apache.tinkerpop.gremlin.structure.Transaction;

/** The way of traversals that begin in one partition: to whoever serves it when they are sent. Any thread. */
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

    /** A transaction at the node that serves the partition now; it stays there. */
    @Override
    public Transaction tx() {
        return cluster.link(partition).transaction();
    }

    /** Does nothing: the connections are the cluster's. */
    @Override
    public void close() {
        // closed by the cluster
    }
}
