package io.pragh.tinkerpop.process.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.PraghGraph;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalStrategies;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.step.GValue;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.AddVertexStartStep;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.AbstractTraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.decoration.PartitionStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.optimization.LazyBarrierStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.verification.ReadOnlyStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.verification.VerificationException;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Checks which traversals go without the registered strategies, and that all others get these and the strategies that
 * the application has added.
 */
class PraghStrategiesTest {
    private final PraghGraph graph = PraghGraph.build().open();
    private final GraphTraversalSource g = graph.traversal();

    @AfterEach
    void end() {
        graph.close();
    }

    /** Notes the traversals to which it is applied. The list does not survive serialization. */
    private static final class Noting extends AbstractTraversalStrategy<TraversalStrategy.FinalizationStrategy>
            implements TraversalStrategy.FinalizationStrategy {
        private static final long serialVersionUID = 1L;

        private final transient List<String> seen = new ArrayList<>();

        @Override
        public void apply(Traversal.Admin<?, ?> traversal) {
            seen.add(traversal.toString());
        }
    }

    @Test
    void whatItAddsIsWhatWasAskedFor() {
        Vertex plain = g.addV("v").property("k", 1).property(T.id, "name").next();
        assertEquals("name", plain.id());
        g.addV(GValue.of("label", "w")).property("k", GValue.of("value", 2)).iterate();
        g.addV().iterate();
        assertEquals(List.of("v", "vertex", "w"), g.V().label().order().toList());
        assertEquals(Set.of(1, 2), g.V().values("k").toSet());
        assertEquals(1, g.addV("v").property("k", 3).toList().size());
        GraphTraversal<?, ?> one = g.addV("v").property("k", 4);
        one.asAdmin().applyStrategies();
        assertEquals(AddVertexStartStep.class, one.asAdmin().getStartStep().getClass());
        assertFalse(g.addV("v").explain().prettyPrint().isEmpty());
        assertEquals(1, g.addV("v").profile().toList().size());
        Vertex copied = g.addV("v").property("k", 5).asAdmin().clone().next();
        assertEquals(5, copied.<Integer>value("k"));
    }

    @Test
    void strategiesOfOnesOwnAreApplied() {
        Noting noting = new Noting();
        g.withStrategies(noting).addV("v").iterate();
        assertEquals(1, noting.seen.size());
        assertThrows(
                VerificationException.class,
                () -> g.withStrategies(ReadOnlyStrategy.instance()).addV("v").iterate());
        GraphTraversalSource parted = g.withStrategies(PartitionStrategy.build()
                .partitionKey("p")
                .writePartition("a")
                .readPartitions("a")
                .create());
        parted.addV("v").iterate();
        assertEquals(1, g.V().has("p", "a").count().next());
        assertEquals(1, noting.seen.size(), "those of one source are none of another's");
    }

    /** Java's serialization writes a computer's program with its traversal and the traversal's strategies. */
    @Test
    void aComputersProgramTakesThemAlong() throws IOException {
        new ObjectOutputStream(OutputStream.nullOutputStream()).writeObject(g.getStrategies());
        g.addV("v").property("k", 7).as("a").addE("e").to("a").iterate();
        g.tx().commit();
        assertEquals(
                List.of(Map.of("a", 7, "b", 7)),
                g.withComputer()
                        .V()
                        .as("a")
                        .out()
                        .as("b")
                        .select("a", "b")
                        .by("k")
                        .toList());
    }

    @Test
    @SuppressWarnings("unchecked") // arrays of classes
    void whoAddsOrRemovesOneHasASetOfHisOwn() {
        TraversalStrategies registered = TraversalStrategies.GlobalCache.getStrategies(PraghGraph.class);
        List<TraversalStrategy<?>> before = registered.toList();
        TraversalStrategies more = registered.clone().addStrategies(ReadOnlyStrategy.instance());
        TraversalStrategies fewer = more.clone();
        fewer.removeStrategies(LazyBarrierStrategy.class);
        assertEquals(before, registered.toList());
        assertEquals(before.size() + 1, more.toList().size());
        assertEquals(before.size(), fewer.toList().size());
        assertTrue(more.getStrategy(LazyBarrierStrategy.class).isPresent());
        assertFalse(fewer.getStrategy(LazyBarrierStrategy.class).isPresent());
        g.withoutStrategies(LazyBarrierStrategy.class).addV("v").iterate();
        assertEquals(1, g.V().count().next());
    }
}
