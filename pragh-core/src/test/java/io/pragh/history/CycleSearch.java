package io.pragh.history;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/** Finds a short cycle through some nodes of a graph, the shortest if its budget of steps allows. One thread. */
final class CycleSearch {
    private static final long STEPS_MAX = 5_000_000;

    private final DependencyGraph graph;
    private final int[] distance;
    private final int[] reachedBy;
    private long steps;
    private List<Edge> best = List.of();
    private int bestLength = Integer.MAX_VALUE;

    /** A dependency between two transactions, which are given by their positions in the history. */
    record Edge(int from, int to, Dependency kind, long key, long element) {}

    private CycleSearch(DependencyGraph graph) {
        this.graph = graph;
        this.distance = new int[graph.nodes()];
        this.reachedBy = new int[graph.nodes()];
    }

    /** Finds a cycle; there must be one through any of the starts. */
    static List<Edge> shortest(DependencyGraph graph, int[] starts) {
        return new CycleSearch(graph).search(starts, false);
    }

    /**
     * Finds a cycle with exactly one anti-dependency; an empty list if there is none or it was not found within the
     * budget.
     */
    static List<Edge> withOneAntiDependency(DependencyGraph graph, int[] starts) {
        return new CycleSearch(graph).search(starts, true);
    }

    private List<Edge> search(int[] starts, boolean oneAntiDependency) {
        for (int start : starts) {
            if (graph.isTransaction(start) && bestLength > 2) {
                searchFrom(start, oneAntiDependency);
                if (steps > STEPS_MAX) {
                    break;
                }
            }
        }
        return best;
    }

    /** Searches breadth first; onward edges cost nothing, so their targets are visited at once. */
    private void searchFrom(int start, boolean oneAntiDependency) {
        Arrays.fill(distance, Integer.MAX_VALUE);
        steps += distance.length / 8;
        Deque<Integer> next = new ArrayDeque<>();
        distance[start] = 0;
        next.add(start);
        while (!next.isEmpty()) {
            int node = next.removeFirst();
            for (int e = graph.firstEdge(node); e < graph.endEdge(node); e++) {
                Dependency kind = graph.kind(e);
                int reached = distance[node] + (kind == Dependency.ONWARD ? 0 : 1);
                steps++;
                if (reached >= bestLength || oneAntiDependency && (node == start) != (kind == Dependency.READ_WRITE)) {
                    continue;
                }
                int target = graph.target(e);
                if (target == start) {
                    bestLength = reached;
                    best = cycle(start, e);
                } else if (reached < distance[target]) {
                    distance[target] = reached;
                    reachedBy[target] = e;
                    if (kind == Dependency.ONWARD) {
                        next.addFirst(target);
                    } else {
                        next.addLast(target);
                    }
                }
            }
        }
    }

    private List<Edge> cycle(int start, int lastEdge) {
        List<Integer> path = new ArrayList<>();
        path.add(lastEdge);
        for (int node = graph.source(lastEdge); node != start; node = graph.source(reachedBy[node])) {
            path.add(reachedBy[node]);
        }
        Collections.reverse(path);
        List<Edge> cycle = new ArrayList<>();
        int first = path.get(0);
        for (int e : path) {
            if (graph.kind(e) != Dependency.ONWARD) {
                first = e;
            }
            if (graph.isTransaction(graph.target(e))) {
                cycle.add(new Edge(
                        graph.base(graph.source(first)),
                        graph.base(graph.target(e)),
                        graph.kind(first),
                        graph.key(first),
                        graph.element(e)));
            }
        }
        return cycle;
    }
}
