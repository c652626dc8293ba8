package io.pragh.tinkerpop.server;

import io.pragh.tinkerpop.PraghGraph;
import org.apache.tinkerpop.gremlin.process.traversal.Bytecode;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.jspecify.annotations.Nullable;

/** Does with bytecode what a server does, on a graph and without the server. Any thread. */
public final class SentTraversals {
    final KeptPlans plans = new KeptPlans();
    private final PlannedTexts texts;

    /** For the server of this graph. */
    public SentTraversals(PraghGraph graph) {
        texts = new PlannedTexts.Factory(
                        new ServedSource(
                                graph, ServedStrategies.of(graph.traversal().getStrategies(), new FilesStrategy(null))),
                        plans)
                .engine;
    }

    /** Sends this bytecode twice; returns the traversal of the plan that was kept, or null when there is none. */
    public @Nullable GraphTraversal<?, ?> planned(Bytecode bytecode) {
        texts.planned(bytecode);
        return (GraphTraversal<?, ?>) texts.planned(bytecode);
    }
}
