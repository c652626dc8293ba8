package io.pragh.benchmarks.micro;

import io.pragh.core.base.Invariant;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;

/**
 * What does it cost to look for one edge of a vertex with very many, in microseconds of the calling thread's processor
 * time? Arguments: the graph, the number of the vertex's edges, and the number of rounds, the last of which counts.
 * Half of the edges looked for are there.
 *
 * <pre>java -Xmx4g -cp 'benchmarks/target/run/*:benchmarks/target/run/lib/*' io.pragh.benchmarks.micro.HubCost PRAGH 100000 5</pre>
 */
public final class HubCost {
    private static final long ROUND_NANOS = 1_000_000_000;
    private static final int BATCH = 5000;
    private static final String LABEL = "link";

    private final Graph graph;
    private final GraphTraversalSource g;
    private final boolean transactions;
    private final long edges;
    private final SplittableRandom random = new SplittableRandom(1);

    private HubCost(Graph graph, int edges) {
        this.graph = graph;
        this.g = graph.traversal();
        this.transactions = graph.features().graph().supportsTransactions();
        this.edges = edges;
        Vertex hub = graph.addVertex(T.id, 0L);
        for (long leaf = 1; leaf <= 2 * this.edges; leaf++) {
            Vertex other = graph.addVertex(T.id, leaf);
            if (leaf % 2 == 0) {
                hub.addEdge(LABEL, other);
            }
            if (leaf % BATCH == 0) {
                commit();
                hub = graph.vertices(0L).next();
            }
        }
        commit();
    }

    /** Prints a line for each round. */
    public static void main(String[] args) throws Exception {
        Graph graph = GremlinSubject.valueOf(args[0]).open(false);
        try {
            HubCost cost = new HubCost(graph, Integer.parseInt(args[1]));
            for (int round = 0; round < Integer.parseInt(args[2]); round++) {
                System.out.printf(
                        Locale.ROOT,
                        "%s, %,d edges: out().hasId() %,.1f us, outE().where(inV().hasId()) %,.1f us, mergeE() %,.1f us%n",
                        args[0],
                        cost.edges,
                        micros(cost::vertices),
                        micros(cost::edges),
                        micros(cost::merged));
            }
        } finally {
            graph.close();
        }
    }

    private void commit() {
        if (transactions) {
            graph.tx().commit();
        }
    }

    private long leaf() {
        return 1 + random.nextLong(2 * edges);
    }

    private long vertices() {
        long leaf = leaf();
        long count = g.V(0L).out(LABEL).hasId(leaf).count().next();
        commit();
        Invariant.check(count == 1 - leaf % 2, "every other vertex is a neighbour", leaf);
        return 1;
    }

    private long edges() {
        long leaf = leaf();
        long count = g.V(0L).outE(LABEL).where(__.inV().hasId(leaf)).toList().size();
        commit();
        Invariant.check(count == 1 - leaf % 2, "every other vertex is a neighbour", leaf);
        return 1;
    }

    /** Of edges that are there. */
    private long merged() {
        long leaf = 2 * (1 + random.nextLong(edges));
        g.mergeE(Map.of(T.label, LABEL, Direction.OUT, 0L, Direction.IN, leaf)).iterate();
        commit();
        return 1;
    }

    private static double micros(LongSupplier question) {
        long began = LoadCost.cpuNanos();
        long nanos = 0;
        long times = 0;
        while (nanos < ROUND_NANOS) {
            times += question.getAsLong();
            nanos = LoadCost.cpuNanos() - began;
        }
        return nanos / 1e3 / times;
    }
}
