package io.pragh.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Finds the strongly connected components of a graph: Tarjan's algorithm with a stack of its own. One thread. */
final class Components {
    private final DependencyGraph graph;
    private final int[] index;
    private final int[] low;
    private final int[] nextEdge;
    private final boolean[] open;
    private final int[] path;
    private final int[] pending;
    private int paths;
    private int pendings;
    private int visited;
    private final List<int[]> cyclic = new ArrayList<>();

    private Components(DependencyGraph graph) {
        this.graph = graph;
        this.index = new int[graph.nodes()];
        this.low = new int[graph.nodes()];
        this.nextEdge = new int[graph.nodes()];
        this.open = new boolean[graph.nodes()];
        this.path = new int[graph.nodes()];
        this.pending = new int[graph.nodes()];
    }

    /** Components of more than one node, each sorted, the smallest first. */
    static List<int[]> cyclic(DependencyGraph graph) {
        Components components = new Components(graph);
        for (int node = 0; node < graph.nodes(); node++) {
            if (components.index[node] == 0) {
                components.visit(node);
            }
        }
        components.cyclic.sort((a, b) -> Integer.compare(a.length, b.length));
        return components.cyclic;
    }

    private void enter(int node) {
        index[node] = ++visited;
        low[node] = visited;
        nextEdge[node] = graph.firstEdge(node);
        open[node] = true;
        path[paths++] = node;
        pending[pendings++] = node;
    }

    private void visit(int root) {
        enter(root);
        while (paths > 0) {
            int node = path[paths - 1];
            if (nextEdge[node] < graph.endEdge(node)) {
                int target = graph.target(nextEdge[node]++);
                if (index[target] == 0) {
                    enter(target);
                } else if (open[target]) {
                    low[node] = Math.min(low[node], index[target]);
                }
                continue;
            }
            paths--;
            if (paths > 0) {
                low[path[paths - 1]] = Math.min(low[path[paths - 1]], low[node]);
            }
            if (low[node] == index[node]) {
                close(node);
            }
        }
    }

    private void close(int node) {
        int end = pendings;
        int member;
        do {
            member = pending[--pendings];
            open[member] = false;
        } while (member != node);
        if (end - pendings > 1) {
            int[] component = Arrays.copyOfRange(pending, pendings, end);
            Arrays.sort(component);
            cyclic.add(component);
        }
    }
}
