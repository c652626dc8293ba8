package io.pragh.benchmarks.micro;

import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;

/**
 * The short reads that {@link ServerCost} measures: as a traversal, and as a text of gremlin-lang with the binding
 * {@link #BINDING}. Immutable.
 */
enum ServerRow {
    VALUES("V(x).values(city)", "g.V(x).values('city')") {
        @Override
        GraphTraversal<?, ?> on(GraphTraversalSource g, long start) {
            return g.V(start).values(TraversalGraph.CITY);
        }
    },
    COUNT("V(x).out.count", "g.V(x).out().count()") {
        @Override
        GraphTraversal<?, ?> on(GraphTraversalSource g, long start) {
            return g.V(start).out().count();
        }
    },
    FRIENDS("friends of friends, count", "g.V(x).out().limit(100).local(out().limit(100)).count()") {
        @Override
        GraphTraversal<?, ?> on(GraphTraversalSource g, long start) {
            return g.V(start)
                    .out()
                    .limit(FRIENDS_MAX)
                    .local(__.out().limit(FRIENDS_MAX))
                    .count();
        }
    },
    INDEXED("V.has(code, x).valueMap", "g.V().has('code', x).valueMap()") {
        @Override
        GraphTraversal<?, ?> on(GraphTraversalSource g, long start) {
            return g.V().has(TraversalGraph.CODE, TraversalGraph.code(start)).valueMap();
        }

        @Override
        Object binding(long start) {
            return TraversalGraph.code(start);
        }
    };

    /** The name of the binding, whose value differs between requests. */
    static final String BINDING = "x";

    private static final int FRIENDS_MAX = 100;

    private final String title;
    private final String text;

    ServerRow(String title, String text) {
        this.title = title;
        this.text = text;
    }

    /** The traversal from a vertex. */
    abstract GraphTraversal<?, ?> on(GraphTraversalSource g, long start);

    /** The binding's value for the vertex in the text. */
    Object binding(long start) {
        return start;
    }

    String title() {
        return title;
    }

    String text() {
        return text;
    }
}
