package io.pragh.tinkerpop.kept;

import io.pragh.tinkerpop.PraghGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.IntFunction;

/** All nodes of a cluster in this process: each waits for the others when it is opened. Stateless. */
final class NodesTogether {
    private NodesTogether() {}

    /** Opens nodes 0, 1, 2 …, each by a thread of its own, and returns when all are there. */
    static List<PraghGraph> open(int nodes, IntFunction<PraghGraph> node)
            throws ExecutionException, InterruptedException {
        List<CompletableFuture<PraghGraph>> coming = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            int self = i;
            coming.add(CompletableFuture.supplyAsync(() -> node.apply(self), task -> new Thread(task).start()));
        }
        List<PraghGraph> graphs = new ArrayList<>();
        for (CompletableFuture<PraghGraph> each : coming) {
            graphs.add(each.get());
        }
        return graphs;
    }
}
