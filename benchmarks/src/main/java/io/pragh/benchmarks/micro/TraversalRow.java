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
        GraphTraversal<?, ?> on(TraversalGraph graph, long start) {
            return friends(graph.traversal(), graph.id(start)).count();
        }
    },
    FRIENDS_PREPARED("friends of friends, count, prepared") {
        @Override
        GraphTraversal<?, ?> on(TraversalGraph graph, long start) {
            return friends(graph.traversal(), graph.id(start)).count();
        }

        @Override
        List<?> found(TraversalGraph graph, long start) {
            return graph.prepares() ? graph.friendsCount().list(Map.of("id", start)) : super.found(graph, start);
        }
    },
    FRIENDS_SUM("friends of friends, sum of ids") {
        @Override
        GraphTraversal<?, ?> on(TraversalGraph graph, long start) {
            return friends(graph.traversal(), graph.id(start)).id().sum();
        }
    },
    FRIENDS_DISTINCT("friends of friends, distinct") {
        @Override
        GraphTraversal<?, ?> on(TraversalGraph graph, long start) {
            return friends(graph.traversal(), graph.id(start)).dedup().count();
        }
    },
    ONE_HOP("out.values") {
        @Override
        GraphTraversal<?, ?> on(TraversalGraph graph, long start) {
            return graph.from(start).out().values(TraversalGraph.CITY);
        }
    },
    TWO_HOPS("out.out.count") {
        @Override
        GraphTraversal<?, ?> on(TraversalGraph graph, long start) {
            return graph.from(start).out().out().count();
        }
    },
    THREE_HOPS("out.out.out.count") {
        @Override
        GraphTraversal<?, ?> on(TraversalGraph graph, long start) {
            return graph.from(start).out().out().out().count();
        }
    },
    NEIGHBOUR_SCANNED("out.has(age, gt).values") {
        @Override
        GraphTraversal<?, ?> on(TraversalGraph graph, long start) {
            return graph.from(start).out().has(TraversalGraph.AGE, P.gt(50)).values(TraversalGraph.CODE);
        }
    },
    NEIGHBOUR_INDEXED("V.has(code).out.has(city)") {
        @Override
        GraphTraversal<?, ?> on(TraversalGraph graph, long start) {
            return graph.traversal()
                    .V()
                    .has(TraversalGraph.CODE, TraversalGraph.code(start))
                    .out()
                    .has(TraversalGraph.CITY, TraversalGraph.city(start));
        }
    },
    BY_PROPERTY("out.groupCount.by(city)") {
        @Override
        GraphTraversal<?, ?> on(TraversalGraph graph, long start) {
            return graph.from(start).out().groupCount().by(TraversalGraph.CITY);
        }
    },
    BY_LABEL("out.out.groupCount.by(label)") {
        @Override
        GraphTraversal<?, ?> on(TraversalGraph graph, long start) {
            return graph.from(start).out().out().groupCount().by(T.label);
        }
    },
    PATH("out.out.path.by(code)") {
        @Override
        GraphTraversal<?, ?> on(TraversalGraph graph, long start) {
            return graph.from(start).out().out().path().by(TraversalGraph.CODE);
        }
    },
    REPEAT("repeat(out).until.dedup.count") {
        @Override
        GraphTraversal<?, ?> on(TraversalGraph graph, long start) {
            return graph.from(start)
                    .repeat(__.out())
                    .until(__.or(
                            __.has(TraversalGraph.AGE, P.lt(20)), __.loops().is(2)))
                    .dedup()
                    .count();
        }
    },
    ORDER("out.order.by(code).limit") {
        @Override
        GraphTraversal<?, ?> on(TraversalGraph graph, long start) {
            return graph.from(start)
                    .out()
                    .order()
                    .by(TraversalGraph.CODE)
                    .limit(10)
                    .values(TraversalGraph.CODE);
        }
    },
    VALUE_MAP("out.valueMap(city, age)") {
        @Override
        GraphTraversal<?, ?> on(TraversalGraph graph, long start) {
            return graph.from(start).out().valueMap(TraversalGraph.CITY, TraversalGraph.AGE);
        }
    },
    SCAN("V.has(city).count") {
        @Override
        GraphTraversal<?, ?> on(TraversalGraph graph, long start) {
            return graph.traversal()
                    .V()
                    .has(TraversalGraph.CITY, TraversalGraph.city(start))
                    .count();
        }
    };

    /** The argument of {@code out()}, which is no method of its own in JanusGraph's version of TinkerPop. */
    static final String[] ANY_LABEL = {};

    private final String text;

    TraversalRow(String text) {
        this.text = text;
    }

    /** The row for a question about friends of friends. */
    static TraversalRow of(FriendsQuestion question) {
        return switch (question) {
            case COUNT -> FRIENDS_COUNT;
            case SUM -> FRIENDS_SUM;
            case DISTINCT -> FRIENDS_DISTINCT;
        };
    }

    /** The traversal from a vertex, built anew. */
    abstract GraphTraversal<?, ?> on(TraversalGraph graph, long start);

    /** All results. */
    List<?> results(TraversalGraph graph, long start) {
        List<?> found = found(graph, start);
        graph.end();
        return found;
    }

    /** All results, within a transaction that stays open. */
    List<?> found(TraversalGraph graph, long start) {
        return on(graph, start).toList();
    }

    String text() {
        return text;
    }

    /** Friends of friends of a vertex, or of one that a parameter gives. */
    static GraphTraversal<?, Vertex> friends(GraphTraversalSource g, Object start) {
        return g.V(start)
                .out(ANY_LABEL)
                .limit(FriendsGraph.MOST)
                .local(__.out(ANY_LABEL).limit(FriendsGraph.MOST));
    }
}
