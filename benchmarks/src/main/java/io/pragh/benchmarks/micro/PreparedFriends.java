package io.pragh.benchmarks.micro;

import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.prepared.PreparedTraversal;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.structure.Vertex;

/** Friends of friends by traversals that Pragh has prepared. One thread. */
final class PreparedFriends implements FriendsGraph {
    private final TraversalGraph graph;
    private final Map<FriendsQuestion, PreparedTraversal<? extends Number>> traversals =
            new EnumMap<>(FriendsQuestion.class);

    /** For a graph that is closed after this. */
    PreparedFriends(TraversalGraph graph) {
        this.graph = graph;
        PraghGraph pragh = (PraghGraph) graph.graph();
        for (FriendsQuestion question : FriendsQuestion.values()) {
            traversals.put(question, pragh.prepare((g, named) -> {
                GraphTraversal<?, Vertex> friends = TraversalRow.friends(g, named.of("id", 1L));
                return switch (question) {
                    case COUNT -> friends.count();
                    case SUM -> friends.id().sum();
                    case DISTINCT -> friends.dedup().count();
                };
            }));
        }
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
        List<? extends Number> found =
                Objects.requireNonNull(traversals.get(question)).list(Map.of("id", vertex));
        graph.end();
        return found.isEmpty() ? 0 : found.get(0).longValue(); // there is no sum without input
    }

    @Override
    public void close() {
        // the graph is closed by its owner
    }
}
