package io.pragh.benchmarks.micro;

import java.util.List;
import java.util.Map;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;

/** The traversals that {@link TraversalCost} measures, as an application writes them. Immutable. */
enum TraversalRow {
    FRIENDS_COUNT("friends of friends, count") {
        @Override
        GraphTraversal<?, ?> on(GraphTraversalSource g, long start) {
            return friends(g, start).count();
        }
    },
    FRIENDS_PREPARED("friends of friends, count, prepared") {
        @Override
        GraphTraversal<?, ?> on(GraphTraversalSource g, long start) {
            return friends(g, start).count();
        }

        @Override
        List<?> found(TraversalGraph graph, long start) {
            return graph.prepares() ? graph.friendsCount().list(Map.of("id", start)) : super.found(graph, start);
        }
    },
    FRIENDS_SUM("friends of friends, sum of ids") {
        @Override
        GraphTraversal<?, ?> on(GraphTraversalSource g, long start) {
            return friends(g, start).id().sum();
        }
    },
    FRIENDS_DISTINCT("friends of friends, distinct") {
        @Override
        GraphTraversal<?, ?> on(GraphTraversalSource g, long start) {
            return friends(g, start).dedup().count();
        }
    },
    ONE_HOP("out.values") {
        @Override
        GraphTraversal<?, ?> on(GraphTraversalSource g, long start) {
            return g.V(start).out().values(TraversalGraph.CITY);
        }
    },
    TWO_HOPS("out.out.count") {
        @Override
        GraphTraversal<?, ?> on(GraphTraversalSource g, long start) {
            return g.V(start).out().out().count();
        }
    },
    THREE_HOPS("out.out.out.count") {
        @Override
        GraphTraversal<?, ?> on(GraphTraversalSource g, long start) {
            return g.V(start).out().out().out().count();
        }
    },
    NEIGHBOUR_SCANNED("out.has(age, gt).values") {
        @Override
        GraphTraversal<?, ?> on(GraphTraversalSource g, long start) {
            return g.V(start).out().has(TraversalGraph.AGE, P.gt(50)).values(TraversalGraph.CODE);
        }
    },
    NEIGHBOUR_INDEXED("V.has(code).out.has(city)") {
        @Override
        GraphTraversal<?, ?> on(GraphTraversalSource g, long start) {
            return g.V().has(TraversalGraph.CODE, TraversalGraph.code(start))
                    .out()
                    .has(TraversalGraph.CITY, TraversalGraph.city(start));
        }
    },
    BY_PROPERTY("out.groupCount.by(city)") {
        @Override
        GraphTraversal<?, ?> on(GraphTraversalSource g, long start) {
            return g.V(start).out().groupCount().by(TraversalGraph.CITY);
        }
    },
    BY_LABEL("out.out.groupCount.by(label)") {
        @Override
        GraphTraversal<?, ?> on(GraphTraversalSource g, long start) {
            return g.V(start).out().out().groupCount().by(T.label);
        }
    },
    PATH("out.out.path.by(code)") {
        @Override
        GraphTraversal<?, ?> on(GraphTraversalSource g, long start) {
            return g.V(start).out().out().path().by(TraversalGraph.CODE);
        }
    },
    REPEAT("repeat(out).until.dedup.count") {
        @Override
        GraphTraversal<?, ?> on(GraphTraversalSource g, long start) {
            return g.V(start)
                    .repeat(__.out())
                    .until(__.or(
                            __.has(TraversalGraph.AGE, P.lt(20)), __.loops().is(2)))
                    .dedup()
                    .count();
        }
    },
    ORDER("out.order.by(code).limit") {
        @Override
        GraphTraversal<?, ?> on(GraphTraversalSource g, long start) {
            return g.V(start).out().order().by(TraversalGraph.CODE).limit(10).values(TraversalGraph.CODE);
        }
    },
    VALUE_MAP("out.valueMap(city, age)") {
        @Override
        GraphTraversal<?, ?> on(GraphTraversalSource g, long start) {
            return g.V(start).out().valueMap(TraversalGraph.CITY, TraversalGraph.AGE);
        }
    },
    SCAN("V.has(city).count") {
        @Override
        GraphTraversal<?, ?> on(GraphTraversalSource g, long start) {
            return g.V().has(TraversalGraph.CITY, TraversalGraph.city(start)).count();
        }
    };

    private static final int FRIENDS = 100;

    private final String text;

    TraversalRow(String text) {
        this.text = text;
    }

    /** The traversal from a vertex, built anew. */
    abstract GraphTraversal<?, ?> on(GraphTraversalSource g, long start);

    /** All that it finds. */
    List<?> results(TraversalGraph graph, long start) {
        List<?> found = found(graph, start);
        graph.end();
        return found;
    }

    /** The same, within a transaction that goes on. */
    List<?> found(TraversalGraph graph, long start) {
        return on(graph.traversal(), start).toList();
    }

    String text() {
        return text;
    }

    /** Friends of friends of a vertex, or of one that a parameter names. */
    static GraphTraversal<?, Vertex> friends(GraphTraversalSource g, Object start) {
        return g.V(start).out().limit(FRIENDS).local(__.out().limit(FRIENDS));
    }
}
