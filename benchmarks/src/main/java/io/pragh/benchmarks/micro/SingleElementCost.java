package io.pragh.benchmarks.micro;

import io.pragh.tinkerpop.PraghGraph;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.tinkerpop.gremlin.process.traversal.Merge;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerTransactionGraph;

/**
 * What does a transaction of one change cost the thread that runs it, in microseconds of processor time? Every round
 * begins with a new graph of 4,096 vertices. Arguments: PRAGH or TINKER_TX, and the number of rounds; the last one
 * counts.
 *
 * <pre>java -Xmx2g -Xbatch -cp 'benchmarks/target/run/*:benchmarks/target/run/lib/*' io.pragh.benchmarks.micro.SingleElementCost PRAGH 4</pre>
 */
public final class SingleElementCost {
    private static final int VERTICES = 1 << 12;
    private static final int TRANSACTIONS = 20_000;

    private final Graph graph;
    private final GraphTraversalSource g;
    private final SplittableRandom random = new SplittableRandom(1);
    private long nextId = VERTICES;

    private SingleElementCost(Graph graph) {
        this.graph = graph;
        this.g = graph.traversal();
        for (long id = 0; id < VERTICES; id++) {
            graph.addVertex(T.id, id, T.label, "v");
        }
        graph.tx().commit();
    }

    /** Prints a table for each round. */
    public static void main(String[] args) throws Exception {
        for (int round = 0; round < Integer.parseInt(args[1]); round++) {
            Graph graph = args[0].equals("PRAGH") ? PraghGraph.build().open() : TinkerTransactionGraph.open();
            try {
                SingleElementCost cost = new SingleElementCost(graph);
                System.out.println(args[0] + ", us of processor time a transaction, round " + (round + 1));
                cost.changes()
                        .forEach(
                                (name, change) -> System.out.printf(Locale.ROOT, "%8.1f  %s%n", cost.of(change), name));
            } finally {
                graph.close();
            }
        }
    }

    private Map<String, Runnable> changes() {
        Map<String, Runnable> changes = new LinkedHashMap<>();
        changes.put("addE by the structure", () -> vertex().addEdge("e", vertex()));
        changes.put(
                "V(a).addE(e).to(V(b))",
                () -> g.V(any()).addE("e").to(__.V(any())).iterate());
        changes.put(
                "addE(e).from(V(a)).to(V(b)).property(w, x)",
                () -> g.addE("e")
                        .from(__.V(any()))
                        .to(__.V(any()))
                        .property("w", 0.5)
                        .iterate());
        changes.put("addV(w).property(k, x)", () -> g.addV("w").property("k", 1).iterate());
        changes.put(
                "V(a).property(p, x)",
                () -> g.V(any()).property("p", random.nextInt()).iterate());
        changes.put(
                "V(a).outE().limit(1).drop()",
                () -> g.V(any()).outE().limit(1).drop().iterate());
        changes.put(
                "mergeV(id), which is there",
                () -> g.mergeV(Map.of(T.id, any(), T.label, "v")).iterate());
        changes.put(
                "mergeV(id), which is not",
                () -> g.mergeV(Map.of(T.id, nextId++, T.label, "v")).iterate());
        changes.put(
                "mergeE(e, a, b)",
                () -> g.mergeE(Map.of(T.label, "m", Direction.OUT, any(), Direction.IN, any()))
                        .option(Merge.onCreate, Map.of("w", 1))
                        .iterate());
        return changes;
    }

    private double of(Runnable change) {
        long began = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        for (int i = 0; i < TRANSACTIONS; i++) {
            change.run();
            graph.tx().commit();
        }
        return (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - began) / 1e3 / TRANSACTIONS;
    }

    private long any() {
        return random.nextInt(VERTICES);
    }

    private Vertex vertex() {
        return graph.vertices(any()).next();
    }
}
