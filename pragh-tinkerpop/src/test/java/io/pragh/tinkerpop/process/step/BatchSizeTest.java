package io.pragh.tinkerpop.process.step;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.tinkerpop.PraghGraph;
import java.util.List;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.Traverser;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.process.traversal.step.TraversalParent;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.AbstractStep;
import org.junit.jupiter.api.Test;

/** Checks that the properties of a traversal that its steps need are determined once for all steps. */
class BatchSizeTest {
    /** Passes everything on, and counts how often a step has asked for its children. One thread. */
    @SuppressWarnings({"serial", "try"}) // as it is with all steps
    private static final class Looked extends AbstractStep<Object, Object> implements TraversalParent {
        private int looks;

        Looked(Traversal.Admin<?, ?> traversal) {
            super(traversal);
        }

        @Override
        protected Traverser.Admin<Object> processNextStart() {
            return starts.next();
        }

        @Override
        public <S, E> List<Traversal.Admin<S, E>> getLocalChildren() {
            looks++;
            return List.of();
        }
    }

    /** How often steps look through a traversal whose results are taken. */
    private static int looks(GraphTraversal<?, ?> traversal, Object expected) {
        Looked looked = new Looked(traversal.asAdmin());
        traversal.asAdmin().addStep(looked);
        traversal.asAdmin().applyStrategies();
        looked.looks = 0;
        assertEquals(List.of(expected), traversal.toList());
        return looked.looks;
    }

    @Test
    @SuppressWarnings("unchecked") // arrays of traversals, as Gremlin takes them
    void aTraversalIsLookedThroughOnce() {
        try (PraghGraph graph = PraghGraph.build().open()) {
            graph.addVertex("n", 1, "m", 2);
            GraphTraversalSource g = graph.traversal();
            int few = looks(g.V().coin(1).map(__.coalesce(__.values("m"))).coin(1), 2);
            int many = looks(
                    g.V().coin(1)
                            .map(__.coalesce(__.values("x"), __.values("y"), __.values("z"), __.values("m")))
                            .coin(1),
                    2);
            int behindPlan = looks(
                    g.V().dedup()
                            .coin(1)
                            .map(__.coalesce(__.values("x"), __.values("y"), __.values("m")))
                            .coin(1),
                    2);
            assertEquals(few, behindPlan);
            assertEquals(few, many);
        }
    }
}
