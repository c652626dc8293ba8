package io.pragh.benchmarks.micro;

import io.pragh.tinkerpop.PraghGraph;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.SplittableRandom;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerTransactionGraph;

/**
 * What does a transaction of one element cost the thread that runs it, in microseconds of processor time? Arguments: PRAGH or TINKER_TX,
 * and how many rounds; the last one counts.
 *
 * <pre>java -Xmx2g -Xbatch -cp 'benchmarks/target/run/*:benchmarks/target/run/lib/*' io.pragh.benchmarks.micro.SingleElementCost PRAGH 4</pre>
 */
public final class SingleElementCost {
    private static final int VERTICES = 1 << 12;
    private static final int TRANSACTIONS = 20_000;

    private final Graph graph;
    private final GraphTraversalSource g;
    private final SplittableRandom random = new SplittableRandom(1);

    private SingleElementCost(Graph graph) {
        this.graph = graph;
        this.g = graph.traversal();
        for (long id = 0; id < VERTICES; id++) {
            graph.addVertex(T.id, id, T.label, "v");
        }
        graph.tx().commit();
    }

    /** Prints a line for each round. */
    public static void main(String[] args) throws Exception {
        boolean pragh = args[0].equals("PRAGH");
        Graph graph = pragh ? PraghGraph.build().open() : TinkerTransactionGraph.open();
        try {
            SingleElementCost cost = new SingleElementCost(graph);
            for (int round = 0; round < Integer.parseInt(args[1]); round++) {
                System.out.printf(
                        Locale.ROOT,
                        "%s: addE by the structure %.1f us, V.addE.to(V) %.1f us, addV.property %.1f us%n",
                        args[0],
                        cost.of(cost::addEdge),
                        cost.of(cost::traverseToAddEdge),
                        cost.of(cost::addVertex));
            }
        } finally {
            graph.close();
        }
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

    private void addEdge() {
        graph.vertices(any()).next().addEdge("e", graph.vertices(any()).next());
    }

    private void traverseToAddEdge() {
        g.V(any()).addE("e").to(__.V(any())).iterate();
    }

    private void addVertex() {
        g.addV("w").property("k", 1).iterate();
    }
}
