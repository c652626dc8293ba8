package io.pragh.tinkerpop.process.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.PraghGraph;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.tinkerpop.gremlin.process.traversal.Merge;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.process.traversal.step.GValue;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.AbstractTraversalStrategy;
import org.apache.tinkerpop.gremlin.structure.Column;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.VertexProperty.Cardinality;
import org.apache.tinkerpop.gremlin.structure.util.reference.ReferenceVertex;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Checks which writes go without the registered strategies, that these strategies would make the same steps of them,
 * and that all other traversals get the strategies.
 */
class PlainWritesTest {
    private final PraghGraph graph = PraghGraph.build().open();
    private final GraphTraversalSource g = graph.traversal();

    /** Does nothing; a source with it has all other strategies applied. */
    private static final class Idle extends AbstractTraversalStrategy<TraversalStrategy.FinalizationStrategy>
            implements TraversalStrategy.FinalizationStrategy {
        private static final long serialVersionUID = 1L;

        @Override
        public void apply(Traversal.Admin<?, ?> traversal) {}
    }

    @AfterEach
    void end() {
        graph.close();
    }

    /** How many strategies a traversal of the graph gets. */
    private static int applied(GraphTraversal<?, ?> traversal) {
        int count = 0;
        for (TraversalStrategy<?> strategy : traversal.asAdmin().getStrategies()) {
            strategy.apply(traversal.asAdmin());
            count++;
        }
        return count;
    }

    private void check(Function<GraphTraversalSource, GraphTraversal<?, ?>> write) {
        String written = write.apply(g).toString();
        assertEquals(1, applied(write.apply(g)), written);
        assertEquals(1, applied(write.apply(g).discard()), written);
        assertEquals(prepared(write.apply(g.withStrategies(new Idle()))), prepared(write.apply(g)), written);
    }

    private static String prepared(GraphTraversal<?, ?> traversal) {
        traversal.asAdmin().applyStrategies();
        return traversal.toString();
    }

    @Test
    void verticesThatAreAdded() {
        check(g -> g.addV());
        check(g -> g.addV("v").property("k", 1).property(T.id, 2));
        check(g -> g.addV("v").property(Cardinality.list, "k", 1).property(Cardinality.list, "k", 2, "of", 3));
        check(g -> g.addV(GValue.of("label", "v")).property("k", GValue.of("value", 1)));
        check(g -> g.addV("v").as("a"));
        check(g -> g.addV("v").addV("w").property("k", 1));
        check(g -> g.addV(__.constant("v")));
    }

    @Test
    void edgesThatAreAdded() {
        check(g -> g.V(1).addE("e").to(__.V(2)));
        check(g -> g.V(1).addE("e").from(__.V(2)).property("w", 0.5).property("since", 1));
        check(g -> g.V(GValue.of("a", 1)).addE(GValue.of("label", "e")).to(__.V(GValue.of("b", 2))));
        check(g -> g.addE("e").from(__.V(1)).to(__.V().has("v", "k", 1)));
        check(g -> g.addE("e").from(new ReferenceVertex(1)).to(new ReferenceVertex(2)));
        check(g -> g.addV("v").as("a").addV("v").as("b").addE("e").from("a").to("b"));
        check(g -> g.V().has("v", "k", 1).has("l", P.gt(2)).as("a").addE("e").to("a"));
    }

    @Test
    void propertiesAndRemoving() {
        check(g -> g.V(1).property("k", 1).property(Cardinality.set, "l", 2));
        check(g -> g.V(1, 2, 3).hasLabel("v").property("k", 1));
        check(g -> g.V().property("k", 1));
        check(g -> g.E("1-e-2").property("k", 1));
        check(g -> g.V(1).drop());
        check(g -> g.E().hasLabel("e").drop());
    }

    @Test
    void merging() {
        check(g -> g.mergeV(Map.of(T.id, 1, T.label, "v")));
        check(g -> g.mergeV(Map.of(T.label, "v", "k", 1))
                .option(Merge.onCreate, Map.of("l", 1))
                .option(Merge.onMatch, Map.of("l", 2)));
        check(g -> g.mergeE(Map.of(T.label, "e", Direction.OUT, 1, Direction.IN, 2))
                .property("k", 1));
        check(g -> g.mergeV(GValue.of("what", Map.of(T.id, 1))));
        check(g -> g.mergeV(Map.of(T.id, 1))
                .as("a")
                .addV("v")
                .as("b")
                .addE("e")
                .from("a")
                .to("b"));
    }

    @Test
    void theyDoWhatTheySay() {
        g.addV("v")
                .property(T.id, 1)
                .as("a")
                .addV("v")
                .property(T.id, 2)
                .as("b")
                .addE("e")
                .from("a")
                .to("b")
                .iterate();
        g.addE("f").from(__.V(2)).to(__.V().has(T.id, 1)).property("k", 3).iterate();
        assertEquals(
                List.of("e", 2),
                g.V(1).outE()
                        .project("label", "to")
                        .by(T.label)
                        .by(__.inV().id())
                        .select(Column.values)
                        .unfold()
                        .toList());
        assertEquals(List.of(3), g.V(2).outE("f").values("k").toList());
        g.V(1, 2).property("l", 4).iterate();
        g.mergeV(Map.of(T.id, 2)).option(Merge.onMatch, Map.of("l", 5)).iterate();
        assertEquals(Set.of(4, 5), g.V().values("l").toSet());
        g.V(1).drop().iterate();
        assertEquals(
                List.of(1L, 0L), List.of(g.V().count().next(), g.E().count().next()));
    }

    @Test
    void allOthersGetThemAll() {
        int all = g.getStrategies().toList().size();
        assertTrue(all > 10, "strategies=" + all);
        List<GraphTraversal<?, ?>> others = List.of(
                g.V().as("a"),
                g.V(1).discard(),
                g.inject(1),
                g.inject(1).addV("v"),
                g.addV("v").property("k", __.V(1).values("k")),
                g.V(1).addE("e").to(__.V(1).out()),
                g.V(1).out().drop(),
                g.V(1).drop().count(),
                g.V(1).addE("e").to(__.V(2)).id(),
                g.V(1).property("k", 1).has("l", 2),
                g.addE("e").from(__.V(1)).to(__.select("a").by("k")),
                g.mergeV(Map.of(T.id, 1)).mergeV(Map.of(T.id, 2)));
        others.forEach(other -> assertEquals(all + 1, applied(other), other.toString()));
    }
}
