package io.pragh.history;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * The order of transactions as a graph. Nodes below {@link #transactions} are transactions, the others are joints,
 * which stand for all pairs of an edge into them and a path of {@link Dependency#ONWARD} edges out of them. A layered
 * graph has each node once per layer. Immutable.
 */
final class DependencyGraph {
    private final int transactions;
    private final int nodesPerLayer;
    private final int layers;
    private final int[] firstEdge;
    private final int[] source;
    private final int[] target;
    private final Dependency[] kind;
    private final long[] key;
    private final long[] element;

    private DependencyGraph(int transactions, int nodesPerLayer, int layers, Edges edges) {
        this.transactions = transactions;
        this.nodesPerLayer = nodesPerLayer;
        this.layers = layers;
        this.firstEdge = new int[nodesPerLayer * layers + 1];
        this.source = new int[edges.count];
        this.target = new int[edges.count];
        this.kind = new Dependency[edges.count];
        this.key = new long[edges.count];
        this.element = new long[edges.count];
        for (int e = 0; e < edges.count; e++) {
            firstEdge[edges.source[e] + 1]++;
        }
        for (int n = 0; n < nodes(); n++) {
            firstEdge[n + 1] += firstEdge[n];
        }
        int[] next = Arrays.copyOf(firstEdge, nodes());
        for (int e = 0; e < edges.count; e++) {
            int place = next[edges.source[e]]++;
            source[place] = edges.source[e];
            target[place] = edges.target[e];
            kind[place] = edges.kind[e];
            key[place] = edges.key[e];
            element[place] = edges.element[e];
        }
    }

    int nodes() {
        return nodesPerLayer * layers;
    }

    /** The first edge that leaves a node; its last edge is before the first of the next node. */
    int firstEdge(int node) {
        return firstEdge[node];
    }

    int endEdge(int node) {
        return firstEdge[node + 1];
    }

    int source(int edge) {
        return source[edge];
    }

    int target(int edge) {
        return target[edge];
    }

    Dependency kind(int edge) {
        return kind[edge];
    }

    long key(int edge) {
        return key[edge];
    }

    /** The element that causes the edge: for an edge to a joint it is that of the last onward edge. */
    long element(int edge) {
        return element[edge];
    }

    /** The corresponding node in the graph without layers. */
    int base(int node) {
        return node % nodesPerLayer;
    }

    boolean isTransaction(int node) {
        return base(node) < transactions;
    }

    /** This graph with some edges only: of these kinds, and between wanted nodes. */
    DependencyGraph keep(int kinds, IntPredicate wanted) {
        Edges edges = new Edges();
        int set = kinds | Dependency.ONWARD.bit;
        for (int e = 0; e < target.length; e++) {
            if (kind[e].in(set) && wanted.test(source[e]) && wanted.test(target[e])) {
                edges.add(source[e], target[e], kind[e], key[e], element[e]);
            }
        }
        return new DependencyGraph(transactions, nodesPerLayer, layers, edges);
    }

    /**
     * A graph whose cycles are those of this one in which no anti-dependency follows another: the second layer has
     * the nodes as reached by an anti-dependency. Exactly these cycles contradict snapshot isolation (Cerone,
     * Bernardi, Gotsman: A framework for transactional consistency models with atomic visibility, 2015).
     */
    DependencyGraph withoutAdjacentAntiDependencies() {
        Edges edges = new Edges();
        for (int e = 0; e < target.length; e++) {
            int above = target[e] + nodesPerLayer;
            switch (kind[e]) {
                case READ_WRITE -> edges.add(source[e], above, kind[e], key[e], element[e]);
                case ONWARD -> {
                    edges.add(source[e], target[e], kind[e], key[e], element[e]);
                    edges.add(source[e] + nodesPerLayer, above, kind[e], key[e], element[e]);
                }
                case WRITE_WRITE, WRITE_READ, SESSION, REAL_TIME -> {
                    edges.add(source[e], target[e], kind[e], key[e], element[e]);
                    edges.add(source[e] + nodesPerLayer, target[e], kind[e], key[e], element[e]);
                }
            }
        }
        return new DependencyGraph(transactions, nodesPerLayer, 2, edges);
    }

    /** Collects edges. One thread. */
    static final class Edges {
        private int count;
        private int[] source = new int[64];
        private int[] target = new int[64];
        private Dependency[] kind = new Dependency[64];
        private long[] key = new long[64];
        private long[] element = new long[64];

        void add(int from, int to, Dependency why, long ofKey, long ofElement) {
            if (count == source.length) {
                int capacity = 2 * count;
                source = Arrays.copyOf(source, capacity);
                target = Arrays.copyOf(target, capacity);
                kind = Arrays.copyOf(kind, capacity);
                key = Arrays.copyOf(key, capacity);
                element = Arrays.copyOf(element, capacity);
            }
            source[count] = from;
            target[count] = to;
            kind[count] = why;
            key[count] = ofKey;
            element[count++] = ofElement;
        }

        DependencyGraph build(int transactions, int nodes) {
            return new DependencyGraph(transactions, nodes, 1, this);
        }
    }
}
