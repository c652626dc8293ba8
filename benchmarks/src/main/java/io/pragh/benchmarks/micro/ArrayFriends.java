package io.pragh.benchmarks.micro;

import io.pragh.benchmarks.data.CsrGraph;

/** Friends of friends in two immutable {@code int} arrays: the baseline. One thread. */
final class ArrayFriends implements FriendsGraph {
    private final CsrGraph graph;
    private final HopRow.Marks marks;

    ArrayFriends(CsrGraph graph) {
        this.graph = graph;
        this.marks = new HopRow.Marks(graph.vertexCount());
    }

    @Override
    public long id(long vertex) {
        return vertex;
    }

    @Override
    public long[] friends(long id) {
        long[] friends = new long[Math.min(MOST, graph.degree((int) id))];
        for (int i = 0; i < friends.length; i++) {
            friends[i] = graph.neighbour((int) id, i);
        }
        return friends;
    }

    @Override
    public long answer(FriendsQuestion question, long vertex) {
        return HopRow.of(question).arrays(graph, (int) vertex, marks);
    }

    @Override
    public void close() {
        // arrays need no closing
    }
}
