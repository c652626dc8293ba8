package io.pragh.core.bulk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pragh.testkit.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Loads graphs with known answers, which are kept outside the repository ({@link SharedData}); skipped where they are
 * missing.
 */
class RealGraphsTest {
    private static final long[] NONE = {};
    private static final Pattern SAMPLE =
            Pattern.compile("\"(\\d+)\": \\{\\s*\"out\": (\\d+),\\s*\"out.out.count\": (\\d+),"
                    + "\\s*\"out.out.dedup\": (\\d+),\\s*\"out.out.out.dedup\": (\\d+)\\s*}");

    @Test
    void everyEdgeOfAPeerToPeerNetworkIsRead() {
        EdgeListFile file = EdgeListFile.at(graph("p2p-31"));
        Map<Long, long[]> lists = new HashMap<>();
        assertEquals(147_892, read(file, lists, 1 << 16));
        assertEquals(147_892, RecordedEdges.read(file).edges().size());
        assertEquals(147_892, file.edgeCountEstimate());
    }

    @Test
    void originalTextOfAGraphGivesTheEdgesOfItsConvertedForm() {
        Path folder = graph("wiki-Vote");
        Set<RecordedEdges.Edge> converted =
                new HashSet<>(RecordedEdges.read(EdgeListFile.at(folder)).edges());
        Set<RecordedEdges.Edge> original =
                new HashSet<>(RecordedEdges.read(EdgeListFile.at(folder.resolve("wiki-Vote.txt.gz")))
                        .edges());
        assertEquals(103_689, original.size());
        assertEquals(original, converted);
    }

    @ParameterizedTest
    @ValueSource(strings = {"karate", "power", "celegans_metabolic", "wiki-Vote"})
    void neighboursOfNeighboursAreAsRecorded(String name) throws IOException {
        Path folder = graph(name);
        String facts = Files.readString(folder.resolve(name + ".meta.json"));
        EdgeListFile file = EdgeListFile.at(folder);
        boolean directed = facts.contains("\"directed\": true");
        Map<Long, long[]> lists = new HashMap<>();
        long edges = read(directed ? file : new BothWays(file), lists, 1000);

        assertEquals(fact(facts, "edges"), directed ? edges : edges / 2);
        assertEquals(
                fact(facts, "max_out_degree"),
                lists.values().stream().mapToLong(list -> list.length).max().orElse(0));
        assertEquals(
                fact(facts, "two_hop_path_total"),
                lists.keySet().stream().mapToLong(v -> twoHops(lists, v)).sum());
        int samples = 0;
        Matcher sample = SAMPLE.matcher(facts);
        while (sample.find()) {
            long vertex = Long.parseLong(sample.group(1));
            Set<Long> second = next(lists, next(lists, Set.of(vertex)));
            assertEquals(sample.group(2), "" + lists.getOrDefault(vertex, NONE).length, name + " vertex " + vertex);
            assertEquals(sample.group(3), "" + twoHops(lists, vertex), name + " vertex " + vertex);
            assertEquals(sample.group(4), "" + second.size(), name + " vertex " + vertex);
            assertEquals(sample.group(5), "" + next(lists, second).size(), name + " vertex " + vertex);
            samples++;
        }
        assertEquals(Math.min(50, fact(facts, "vertices")), samples);
    }

    private static long read(EdgeSource source, Map<Long, long[]> lists, int edgesPerPassMax) {
        return new AdjacencyLists(edgesPerPassMax)
                .forEachList(source, (vertex, neighbours, from, to) -> {
                    long[] list = new long[to - from];
                    System.arraycopy(neighbours, from, list, 0, list.length);
                    lists.put(vertex, list);
                })
                .edges();
    }

    private static long twoHops(Map<Long, long[]> lists, long vertex) {
        long count = 0;
        for (long neighbour : lists.getOrDefault(vertex, NONE)) {
            count += lists.getOrDefault(neighbour, NONE).length;
        }
        return count;
    }

    private static Set<Long> next(Map<Long, long[]> lists, Set<Long> vertices) {
        Set<Long> reached = new HashSet<>();
        for (long vertex : vertices) {
            for (long neighbour : lists.getOrDefault(vertex, NONE)) {
                reached.add(neighbour);
            }
        }
        return reached;
    }

    private static long fact(String facts, String name) {
        Matcher fact = Pattern.compile("\"" + name + "\": (\\d+)").matcher(facts);
        return fact.find() ? Long.parseLong(fact.group(1)) : -1;
    }

    private static Path graph(String name) {
        Optional<Path> folder = SharedData.find("graphs", name);
        assumeTrue(folder.isPresent(), SharedData.skipped("graphs/" + name));
        return folder.get();
    }

    /** Every edge of an undirected graph, in both directions. */
    private record BothWays(EdgeSource edges) implements EdgeSource {
        @Override
        public void forEach(EdgeConsumer consumer, Progress progress) {
            EdgeConsumer both = (source, target) -> {
                consumer.edge(source, target);
                consumer.edge(target, source);
            };
            edges.forEach(both, progress);
        }

        @Override
        public long edgeCountEstimate() {
            return 2 * edges.edgeCountEstimate();
        }

        @Override
        public long workTotal() {
            return edges.workTotal();
        }
    }
}
