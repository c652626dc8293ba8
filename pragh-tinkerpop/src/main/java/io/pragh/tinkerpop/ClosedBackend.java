package io.pragh.tinkerpop;

import io.pragh.core.base.PraghException;
import io.pragh.core.census.NodeStatistics;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.property.BulkLoad;
import io.pragh.core.property.PropertyGraph;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The backend of a closed graph, which replaces its nodes, so that a reference to the graph does not keep their
 * memory: Gremlin Server holds one until the process ends. It reports how the nodes ended. Immutable.
 *
 * @param expelled whether others had expelled the node of this process
 * @param failure why a node had failed; empty when none had
 * @param hasHandedOver whether all partitions were handed over
 */
record ClosedBackend(boolean expelled, String failure, boolean hasHandedOver) implements GraphBackend {
    /** Replaces nodes that have been closed. */
    static ClosedBackend of(GraphBackend ended, boolean expelled, String failure) {
        return new ClosedBackend(expelled, failure, ended.hasHandedOver());
    }

    private static PraghException closed() {
        return new PraghException("the graph is closed");
    }

    @Override
    public PropertyGraph at(@Nullable Object first) {
        throw closed();
    }

    @Override
    public PropertyGraph first() {
        throw closed();
    }

    @Override
    public @Nullable BulkLoad bulkLoad() {
        throw closed();
    }

    @Override
    public List<NodeStatistics> statistics() {
        return List.of();
    }

    @Override
    public ClusterView view() {
        throw closed();
    }

    @Override
    public void announceServer(String server) {
        throw closed();
    }

    @Override
    public void withdrawServer() {
        // clients are not told of it any more
    }

    @Override
    public boolean isExpelled() {
        return expelled;
    }

    @Override
    public void handOverWhenClosed(long seconds) {
        // it is closed
    }

    @Override
    public boolean handsOver() {
        return false;
    }

    @Override
    public void close() {
        // it is closed
    }
}
