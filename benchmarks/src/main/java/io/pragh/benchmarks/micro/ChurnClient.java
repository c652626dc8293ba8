package io.pragh.benchmarks.micro;

import io.pragh.tinkerpop.structure.CommitConflictException;
import java.util.ArrayDeque;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.jspecify.annotations.Nullable;

/** One client of {@link Churn}: inserts edges, and deletes its oldest ones once it has so many. One thread. */
final class ChurnClient {
    private static final String LABEL = "link";

    private final Graph graph;
    private final int vertices;
    private final int edgesMax;
    private final SplittableRandom random;
    private final LongAdder operations;
    private final LongAdder conflicts;
    /** Identifiers of its edges, in the order of their insertion. */
    private final ArrayDeque<Object> edges = new ArrayDeque<>();

    private volatile boolean full;

    ChurnClient(Graph graph, int vertices, int edgesMax, long seed, LongAdder operations, LongAdder conflicts) {
        this.graph = graph;
        this.vertices = vertices;
        this.edgesMax = edgesMax;
        this.random = new SplittableRandom(seed);
        this.operations = operations;
        this.conflicts = conflicts;
    }

    /** Whether it has as many edges as it may. */
    boolean isFull() {
        return full;
    }

    /** Inserts an edge, and deletes one when there is one too many. */
    void turn() {
        long out = vertex();
        long in = vertex();
        while (true) {
            Object id = insert(out, in);
            if (id != null) {
                edges.add(id);
                break;
            }
        }
        operations.increment();
        if (edges.size() > edgesMax) {
            full = true;
            Object oldest = edges.remove();
            while (!delete(oldest)) {
                conflicts.increment();
            }
            operations.increment();
        }
    }

    /** The id of the new edge; null on a conflict. */
    private @Nullable Object insert(long out, long in) {
        Vertex from = graph.vertices(out).next();
        Edge edge = from.addEdge(LABEL, graph.vertices(in).next());
        Object id = edge.id();
        if (commits()) {
            return id;
        }
        conflicts.increment();
        return null;
    }

    private boolean delete(Object id) {
        graph.edges(id).next().remove();
        return commits();
    }

    private boolean commits() {
        try {
            graph.tx().commit();
            return true;
        } catch (CommitConflictException again) {
            return false;
        }
    }

    /** In one of two cases any vertex, else one with a small number, the more likely the smaller: a hub. */
    private long vertex() {
        return random.nextBoolean() ? random.nextInt(vertices) : (long) Math.pow(vertices, random.nextDouble()) - 1;
    }
}
