package io.pragh.tinkerpop.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.pragh.tinkerpop.PraghGraph;
import java.util.Set;
import org.apache.tinkerpop.gremlin.process.computer.GraphComputer;
import org.apache.tinkerpop.gremlin.process.computer.Memory;
import org.apache.tinkerpop.gremlin.process.computer.MessageScope;
import org.apache.tinkerpop.gremlin.process.computer.Messenger;
import org.apache.tinkerpop.gremlin.process.computer.VertexComputeKey;
import org.apache.tinkerpop.gremlin.process.computer.util.StaticVertexProgram;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.Test;

/** Checks that results of a computation are written to the graph although other transactions commit meanwhile. */
class ComputedResultsTest {
    @Test
    void aVertexThatWasRemovedMeanwhileIsLeftOut() throws Exception {
        try (PraghGraph graph = PraghGraph.build().nodes(2).open()) {
            addBoth(graph);
            compute(graph, () -> {
                graph.traversal().V("ada").drop().iterate();
                graph.tx().commit();
            });
            assertFalse(graph.traversal().V("ada").hasNext());
            assertEquals(7, graph.traversal().V("charles").values("rank").next());
        }
    }

    @Test
    void aVertexThatWasRemovedAndAddedAgainMeanwhileIsAnotherOne() throws Exception {
        try (PraghGraph graph = PraghGraph.build().nodes(2).open()) {
            addBoth(graph);
            compute(graph, () -> {
                graph.traversal().V("ada").drop().iterate();
                graph.addVertex(T.id, "ada");
                graph.tx().commit();
            });
            assertFalse(graph.traversal().V("ada").values("rank").hasNext());
            assertEquals(7, graph.traversal().V("charles").values("rank").next());
        }
    }

    private static void addBoth(PraghGraph graph) {
        graph.addVertex(T.id, "ada");
        graph.addVertex(T.id, "charles");
        graph.tx().commit();
    }

    private static void compute(PraghGraph graph, Runnable meanwhile) throws Exception {
        graph.compute().program(new Rank(meanwhile)).submit().get();
    }

    /** Gives every vertex a rank. At its end, but before that is written, another thread changes the graph. */
    private static final class Rank extends StaticVertexProgram<Integer> {
        private final Runnable meanwhile;

        Rank(Runnable meanwhile) {
            this.meanwhile = meanwhile;
        }

        @Override
        public void setup(Memory memory) {}

        @Override
        public void execute(Vertex vertex, Messenger<Integer> messenger, Memory memory) {
            vertex.property("rank", 7);
        }

        @Override
        public boolean terminate(Memory memory) {
            try {
                Elsewhere.call(() -> {
                    meanwhile.run();
                    return true;
                });
            } catch (Exception failed) {
                throw new IllegalStateException(failed);
            }
            return true;
        }

        @Override
        public Set<VertexComputeKey> getVertexComputeKeys() {
            return Set.of(VertexComputeKey.of("rank", false));
        }

        @Override
        public Set<MessageScope> getMessageScopes(Memory memory) {
            return Set.of();
        }

        @Override
        public GraphComputer.ResultGraph getPreferredResultGraph() {
            return GraphComputer.ResultGraph.ORIGINAL;
        }

        @Override
        public GraphComputer.Persist getPreferredPersist() {
            return GraphComputer.Persist.VERTEX_PROPERTIES;
        }
    }
}
