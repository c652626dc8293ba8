package io.pragh.tinkerpop.kept;

import io.pragh.core.base.PraghException;
import io.pragh.tinkerpop.PraghGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;

/** Opens all nodes of a cluster in this process, each of which waits for the others. Stateless. */
final class NodesTogether {
    private static final int TRIES_MAX = 20;

    private NodesTogether() {}

    /** Opens nodes 0, 1, 2 …, each by a thread of its own, and returns when all are open. */
    static List<PraghGraph> open(int nodes, IntFunction<PraghGraph> node)
            throws ExecutionException, InterruptedException {
        List<CompletableFuture<PraghGraph>> coming = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            int self = i;
            coming.add(CompletableFuture.supplyAsync(() -> node.apply(self), task -> new Thread(task).start()));
        }
        CompletableFuture<Void> failure = new CompletableFuture<>();
        CompletableFuture<?>[] each = coming.stream()
                .map(one -> one.whenComplete((graph, failed) -> {
                    if (failed != null) {
                        failure.completeExceptionally(failed); // the others wait for that node
                    }
                }))
                .toArray(CompletableFuture[]::new);
        CompletableFuture.anyOf(failure, CompletableFuture.allOf(each)).get();
        List<PraghGraph> graphs = new ArrayList<>();
        for (CompletableFuture<PraghGraph> one : coming) {
            graphs.add(one.get());
        }
        return graphs;
    }

    /** Commits a change; repeats it when a node of a busy machine has not answered in time. */
    static void retrying(PraghGraph graph, Consumer<GraphTraversalSource> change) {
        read(graph, g -> {
            change.accept(g);
            g.tx().commit();
            return true;
        });
    }

    /** Adds two more vertices for a round through each node, with an edge to themselves. */
    static void change(List<PraghGraph> graphs, int round) {
        for (int i = 0; i < 2 * graphs.size(); i++) {
            retrying(
                    graphs.get(i % graphs.size()),
                    g -> g.addV("v")
                            .property("round", round)
                            .as("v")
                            .addE("to")
                            .to("v")
                            .iterate());
        }
    }

    /** Reads something; repeats it in the same way. */
    static <R> R read(PraghGraph graph, Function<GraphTraversalSource, R> reading) {
        for (int tries = 1; ; tries++) {
            try {
                R found = reading.apply(graph.traversal());
                graph.tx().rollback();
                return found;
            } catch (PraghException failed) {
                graph.tx().rollback();
                if (!failed.retryable() || tries == TRIES_MAX) {
                    throw failed;
                }
            }
        }
    }
}
