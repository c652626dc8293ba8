package io.pragh.benchmarks.micro;

import io.pragh.tinkerpop.snapshot.GraphSnapshot;
import io.pragh.tinkerpop.snapshot.VertexHops;

/**
 * Friends of friends by queries on one snapshot of Pragh, without Gremlin and without a transaction for each query.
 * One thread.
 */
final class SnapshotFriends implements FriendsGraph {
    private final TraversalGraph graph;
    private final GraphSnapshot snapshot;
    private final VertexHops hops;

    /** For a graph that is closed after this. */
    SnapshotFriends(TraversalGraph graph) {
        this.graph = graph;
        this.snapshot = graph.snapshot();
        this.hops = snapshot.byNumber();
    }

    @Override
    public long id(long vertex) {
        return graph.id(vertex);
    }

    @Override
    public long[] friends(long id) {
        return graph.friends(id);
    }

    @Override
    public long answer(FriendsQuestion question, long vertex) {
        return HopRow.of(question).snapshot(hops, vertex);
    }

    @Override
    public void close() {
        snapshot.close();
    }
}
