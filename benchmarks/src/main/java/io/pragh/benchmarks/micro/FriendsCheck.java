package io.pragh.benchmarks.micro;

import io.pragh.benchmarks.data.CsrGraph;
import io.pragh.core.base.PraghException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Checks a graph's answers about friends of friends, each of them. One thread. */
// Graphs take the edges of a vertex in different orders, so they may select other friends of a vertex with more than
// a hundred, and neither sums nor identifiers can be compared between them. Instead, the friends that a graph selects
// are compared with the edges given to all graphs, and its answers with the result computed from these friends.
final class FriendsCheck {
    private final String name;
    private final FriendsGraph graph;
    private final CsrGraph given;
    private final Map<Long, Integer> vertices = new HashMap<>();
    private final Map<Integer, int[]> taken = new HashMap<>();

    FriendsCheck(String name, FriendsGraph graph, CsrGraph given) {
        this.name = name;
        this.graph = graph;
        this.given = given;
        for (int vertex = 0; vertex < given.vertexCount(); vertex++) {
            vertices.put(graph.id(vertex), vertex);
        }
    }

    FriendsGraph graph() {
        return graph;
    }

    /**
     * The expected answer from a vertex.
     *
     * @throws PraghException if the graph selects friends that it was not given, or not as many as it should
     */
    long expected(FriendsQuestion question, int start) {
        long count = 0;
        long sum = 0;
        Set<Integer> distinct = new HashSet<>();
        for (int friend : friends(start)) {
            for (int end : friends(friend)) {
                count++;
                sum += graph.id(end);
                distinct.add(end);
            }
        }
        return switch (question) {
            case COUNT -> count;
            case SUM -> sum;
            case DISTINCT -> distinct.size();
        };
    }

    private int[] friends(int vertex) {
        return taken.computeIfAbsent(vertex, this::ask);
    }

    private int[] ask(int vertex) {
        long[] ids = graph.friends(graph.id(vertex));
        int[] friends = Arrays.stream(ids)
                .mapToInt(id -> vertices.getOrDefault(id, -1))
                .sorted()
                .toArray();
        int[] edges = new int[given.degree(vertex)];
        Arrays.setAll(edges, i -> given.neighbour(vertex, i));
        Arrays.sort(edges);
        if (friends.length != Math.min(FriendsGraph.MOST, edges.length) || !isPart(friends, edges)) {
            throw new PraghException("a graph takes friends that it was not given: graph=" + name + " vertex=" + vertex
                    + " taken=" + Arrays.toString(friends) + " given=" + Arrays.toString(edges));
        }
        return friends;
    }

    /** Whether the other array has each number at least as often; both are sorted. */
    private static boolean isPart(int[] some, int[] all) {
        int found = 0;
        for (int i = 0; i < all.length && found < some.length; i++) {
            found += some[found] == all[i] ? 1 : 0;
        }
        return found == some.length;
    }

    /**
     * Queries from each vertex, and returns the sum of the answers.
     *
     * @throws PraghException if one is wrong
     */
    long total(FriendsQuestion question, long[] starts) {
        long total = 0;
        for (long start : starts) {
            long expected = expected(question, (int) start);
            long found = graph.answer(question, start);
            if (found != expected) {
                throw new PraghException("a graph answers wrong: graph=" + name + " question=" + question + " start="
                        + start + " expected=" + expected + " found=" + found);
            }
            total += found;
        }
        return total;
    }
}
