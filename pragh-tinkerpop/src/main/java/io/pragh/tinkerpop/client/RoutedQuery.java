package io.pragh.tinkerpop.client;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.tinkerpop.gremlin.process.remote.RemoteConnectionException;
import org.apache.tinkerpop.gremlin.process.remote.traversal.RemoteTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.Bytecode;
import org.jspecify.annotations.Nullable;

/**
 * Sends one traversal to its server, or to others until one can be reached. A traversal that was sent and not
 * answered is sent again only if it certainly changes nothing. Each server is tried once. One thread at a time.
 */
final class RoutedQuery<E> {
    private final RoutedCluster cluster;
    private final int partition;
    private final Bytecode traversal;
    private final boolean repeatable;
    private final Set<ServerLink> tried = new HashSet<>();
    private @Nullable ServerLink asked;

    RoutedQuery(RoutedCluster cluster, int partition, Bytecode traversal) {
        this.cluster = cluster;
        this.partition = partition;
        this.traversal = traversal;
        this.repeatable = QueryShape.onlyReads(traversal);
    }

    CompletableFuture<RemoteTraversal<?, E>> submit() throws RemoteConnectionException {
        // Complete once it has been sent, or sending has failed: the answer is examined when the first result is
        // requested.
        return send(null).handle((answer, failure) -> new RoutedTraversal<>(this, answer, failure));
    }

    /** Sends the traversal to the next server that can be reached. */
    private CompletableFuture<RemoteTraversal<?, E>> send(@Nullable Throwable before) throws RemoteConnectionException {
        Throwable last = before;
        for (ServerLink link = cluster.choose(partition, tried);
                link != null;
                link = cluster.choose(partition, tried)) {
            tried.add(link);
            asked = link;
            try {
                return link.submit(traversal);
            } catch (RemoteConnectionException | RuntimeException unsent) {
                if (!ServerLink.isOutOfReach(unsent)) {
                    throw unsent;
                }
                last = unsent;
                cluster.lost(link);
            }
        }
        throw new RemoteConnectionException("no server of the cluster can be reached: tried=" + addresses(), last);
    }

    /**
     * The answer of another server, when the former one is gone and the traversal may be repeated; throws the failure
     * otherwise.
     */
    RemoteTraversal<?, E> again(Throwable failure) {
        Throwable last = failure;
        while (noteLoss(last) && repeatable) {
            try {
                return send(last).join();
            } catch (CompletionException lostToo) {
                last = lostToo;
            } catch (RemoteConnectionException nobody) {
                throw new IllegalStateException(nobody);
            }
        }
        throw unchecked(last);
    }

    /** Whether the failure means that the server is out of reach: then it is avoided for a while. */
    private boolean noteLoss(Throwable failure) {
        ServerLink link = asked;
        if (link == null || !ServerLink.isOutOfReach(failure)) {
            return false;
        }
        cluster.lost(link);
        return true;
    }

    private List<String> addresses() {
        return tried.stream()
                .map(link -> RoutedCluster.text(link.address()))
                .sorted()
                .toList();
    }

    private static RuntimeException unchecked(Throwable failure) {
        return failure instanceof RuntimeException runtime ? runtime : new CompletionException(failure);
    }
}
