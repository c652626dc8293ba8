package io.pragh.tinkerpop.server;

import io.pragh.tinkerpop.PraghGraph;
import org.apache.tinkerpop.gremlin.process.traversal.Bytecode;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.jspecify.annotations.Nullable;

/** What a server makes of bytecode over a graph, without the server. Any thread. */
public final class SentTraversals {
    final KeptPlans plans = new KeptPlans();
    private final PlannedTexts texts;

    /** Over a graph. */
    public SentTraversals(PraghGraph graph) {
        texts = new PlannedTexts.Factory(
                        new ServedSource(
                                graph, ServedStrategies.of(graph.traversal().getStrategies(), new FilesStrategy(null))),
                        plans)
                .engine;
    }

    /** The traversal of a kept plan, of bytecode that is sent for the second time at least; null when there is none. */
    public @Nullable GraphTraversal<?, ?> planned(Bytecode bytecode) {
        texts.planned(bytecode);
        return (GraphTraversal<?, ?>) texts.planned(bytecode);
    }
}
