package io.pragh.tinkerpop.kept;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.coordinator.zookeeper.EmbeddedZooKeeper;
import io.pragh.core.base.PraghException;
import io.pragh.core.durable.DataPlace;
import io.pragh.core.durable.FolderLabel;
import io.pragh.core.property.ElementKind;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import io.pragh.tinkerpop.cli.TypedCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.configuration2.Configuration;
import org.apache.tinkerpop.gremlin.structure.T;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks {@code pragh repair} of the data folders of a cluster's nodes, of which some are damaged, and starts a
 * cluster with the result.
 */
final class ClusterRepairTest {
    private static final int NODES = CommittingNode.NODES;
    private static final int PARTITIONS = 2 * NODES;
    private static final int EARLY = 240;
    private static final int LATE = 60;

    @TempDir
    private static Path folder;

    private static EmbeddedZooKeeper zooKeeper;
    private static int clusters;
    private static int tests;
    private static List<String> whole = List.of();

    private final TypedCommands typed = TypedCommands.ofFolders();
    private Path data = Path.of("");
    private Path saved = Path.of("");

    /** Opens all nodes, as a cluster that no ZooKeeper knows yet. */
    private static List<PraghGraph> open(Path folders, int nodes) throws Exception {
        clusters++;
        return NodesTogether.open(nodes, node -> open(folders, nodes, node));
    }

    private static PraghGraph open(Path folders, int nodes, int node) {
        String connect = "zk:" + zooKeeper.connectString() + "/repair-" + clusters;
        Configuration configuration = CommittingNode.configuration(connect, folders, node);
        configuration.setProperty(PraghGraphConfig.FOUNDERS, nodes);
        return PraghGraph.open(configuration);
    }

    /**
     * Adds vertices and edges between all nodes, writes a checkpoint at each, and adds elements whose names are in
     * the logs alone.
     */
    @BeforeAll
    static void fill() throws Exception {
        zooKeeper = EmbeddedZooKeeper.start();
        List<PraghGraph> graphs = open(folder.resolve("first"), NODES);
        graphs.get(0).createIndex(ElementKind.VERTEX, "number");
        add(graphs, "early", 0, EARLY);
        graphs.forEach(graph -> assertTrue(graph.checkpoint()));
        add(graphs, "late", EARLY, EARLY + LATE);
        whole = GraphPicture.of(graphs.get(1));
        graphs.forEach(PraghGraph::close);
    }

    private static void add(List<PraghGraph> graphs, String label, int from, int to) {
        for (int i = from; i < to; i++) {
            int number = i;
            NodesTogether.retrying(
                    graphs.get(i % graphs.size()),
                    g -> g.addV(label)
                            .property(T.id, "v" + number)
                            .property("number", number)
                            .property("text of " + label, "x".repeat(500))
                            .as("new")
                            .V("v" + number * 7 / 11)
                            .addE("to " + label)
                            .from("new")
                            .iterate());
        }
    }

    @AfterAll
    static void end() {
        zooKeeper.close();
    }

    @BeforeEach
    void copy() throws IOException {
        data = folder.resolve("data-" + ++tests);
        saved = folder.resolve("saved-" + tests);
        for (int node = 0; node < NODES; node++) {
            Path to = Files.createDirectories(node(node));
            try (Stream<Path> files = Files.list(folder.resolve("first").resolve("node-" + node))) {
                for (Path file : files.toList()) {
                    Files.copy(file, to.resolve(file.getFileName()));
                }
            }
        }
    }

    private Path node(int number) {
        return data.resolve("node-" + number);
    }

    private List<Integer> kept(int number) {
        FolderLabel label = FolderLabel.read(DataPlace.of(node(number)));
        return label == null ? List.of() : label.kept();
    }

    private static Path file(Path node, String beginning) throws IOException {
        try (Stream<Path> files = Files.list(node)) {
            return files.filter(file -> String.valueOf(file.getFileName()).startsWith(beginning))
                    .sorted()
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static void flip(Path file, double where) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[(int) (bytes.length * where)] ^= 0x10;
        Files.write(file, bytes);
    }

    /**
     * Repairs, and starts a cluster with the result. All its elements must have been there before, and it must take
     * changes.
     */
    private List<String> repair(int code, int nodes, Object... more) throws Exception {
        List<Object> command = new ArrayList<>(List.of("repair", data, "--into", saved));
        command.addAll(List.of(more));
        assertEquals(code, typed.runAfresh(command.toArray()), () -> typed.out() + typed.err());
        TypedCommands.assertWhole(saved, typed.err());
        List<PraghGraph> graphs = open(saved, nodes);
        List<String> picture = GraphPicture.of(graphs.get(nodes - 1));
        Set<String> known = new HashSet<>(whole);
        picture.stream()
                .filter(line -> line.startsWith("v ") || line.startsWith("e "))
                .forEach(line -> assertTrue(known.contains(line), () -> "it was never there: " + line));
        NodesTogether.change(graphs, 1);
        graphs.forEach(PraghGraph::close);
        List<PraghGraph> again = open(saved, nodes);
        List<String> later = GraphPicture.of(again.get(0));
        again.forEach(PraghGraph::close);
        assertEquals(2L * nodes, count(later, "v v "), "what was committed afterwards");
        assertTrue(later.containsAll(
                picture.stream().filter(line -> line.startsWith("v ")).toList()));
        return picture;
    }

    private static long count(List<String> picture, String beginning) {
        return picture.stream().filter(line -> line.startsWith(beginning)).count();
    }

    private void assertSaid(String what) {
        assertTrue(typed.err().contains(what), typed::err);
    }

    @Test
    void aClusterThatIsWholeIsSavedAsAWholeAlsoForOtherNumbersOfNodes() throws Exception {
        assertEquals(whole, repair(0, NODES));
        assertTrue(
                typed.out().contains(", nothing was lost; start its nodes by: pragh cluster start --nodes 3"),
                typed::out);
        saved = folder.resolve("two-" + tests);
        assertEquals(whole, repair(0, 2, "--nodes", 2));
    }

    @Test
    void aByteOfACheckpoint() throws Exception {
        Path part = file(node(1), "checkpoint-");
        flip(part, 0.5);
        List<String> picture = repair(1, NODES);
        assertSaid("a part of a checkpoint is damaged");
        assertSaid("file=" + part.getFileName());
        assertSaid("folder=node-1");
        // each part has one block
        assertTrue(count(picture, "v early") > EARLY / 2 && count(picture, "v early") < EARLY, typed::err);
        assertTrue(count(picture, "v late") > LATE / 2, typed::err);
    }

    @Test
    void theHeadOfAPart() throws Exception {
        flip(file(node(2), "checkpoint-"), 33.0 / Files.size(file(node(2), "checkpoint-")));
        assertEquals(EARLY, count(repair(1, NODES), "v early"));
        assertSaid("does not begin as one");
        assertSaid("folder=node-2");
    }

    @Test
    void theMiddleOfALog() throws Exception {
        flip(file(node(0), "log-"), 0.5);
        List<String> picture = repair(1, NODES);
        assertSaid("a part of the log is damaged");
        assertSaid("folder=node-0");
        assertEquals(EARLY, count(picture, "v early"));
        assertTrue(count(picture, "v late") >= LATE / 2, typed::err);
    }

    /** Names that came after the checkpoint are in the log of each node. */
    @Test
    void aLogThatIsMissing() throws Exception {
        try (Stream<Path> files = Files.list(node(0))) {
            for (Path file : files.filter(each -> each.getFileName().toString().startsWith("log-"))
                    .toList()) {
                Files.delete(file);
            }
        }
        List<String> picture = repair(1, NODES);
        assertSaid("the log is missing");
        assertEquals(EARLY, count(picture, "v early"));
        assertTrue(count(picture, "v late") >= LATE / 3 && count(picture, "v late") < LATE, typed::err);
    }

    @Test
    void filesThatSayWhatAFolderHolds() throws Exception {
        flip(file(node(1), "graph"), 0.5);
        assertEquals(whole, repair(1, NODES));
        assertSaid("the file that says what the folder holds is missing or damaged");
        assertEquals(1, typed.err().lines().count(), typed::err);
        for (int node = 0; node < NODES; node++) {
            Files.delete(node(node).resolve("graph"));
        }
        saved = folder.resolve("names-" + tests);
        assertEquals(2, typed.runAfresh("repair", data, "--into", saved));
        assertSaid("say so (--partitions)");
        assertEquals(whole, repair(1, NODES, "--partitions", PARTITIONS));
    }

    /** The folder with partition 0, and with the copies of names in its partitions. */
    @Test
    void aNodesFolderIsLost() throws Exception {
        int lost = 0;
        while (!kept(lost).contains(0)) {
            lost++;
        }
        String partitions = "partitions=" + kept(lost) + " of=6";
        Files.move(node(lost), folder.resolve("away-" + tests));
        List<String> picture = repair(1, NODES - 1);
        assertSaid("no folder holds these partitions, and their values are lost: " + partitions);
        assertSaid("an edge has lost a vertex");
        assertTrue(count(picture, "v early") >= EARLY / 2 && count(picture, "v early") < EARLY, typed::err);
        assertTrue(count(picture, "v late") >= LATE / 2 && count(picture, "v late") < LATE, typed::err);
    }

    /** The leavings of a killed repair are no graph, and the next repair removes them. */
    @Test
    void aRepairThatWasKilledIsDoneAgain() throws Exception {
        assertEquals(0, typed.runAfresh("repair", data, "--into", saved), typed::err);
        Path repaired = saved.resolveSibling(saved.getFileName() + ".repaired");
        Files.move(saved, repaired);
        Files.createDirectories(
                saved.resolveSibling(saved.getFileName() + ".salvaged").resolve("share-000"));
        Files.delete(repaired.resolve("node-2").resolve("graph"));
        for (Path place : List.of(saved, saved.resolve("node-0"))) {
            PraghException refused =
                    assertThrows(PraghException.class, () -> DataPlace.of(place).open());
            assertTrue(String.valueOf(refused.getMessage()).contains("do it again"), refused::toString);
        }
        assertEquals(whole, repair(0, NODES));
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(
                    List.of(saved),
                    left.filter(path -> path.toString().startsWith(saved.toString()))
                            .toList());
        }
    }

    /** The former folder has commits that the new ones lack, and the other way round. */
    @Test
    void aFormerFolderDoesNotGoTogetherWithTheNewOnes() throws Exception {
        assertEquals(0, typed.runAfresh("repair", data, "--into", saved), typed::err);
        List<PraghGraph> graphs = open(saved, NODES);
        graphs.remove(1).close();
        PraghException refused = assertThrows(PraghException.class, () -> open(data, NODES, 1));
        assertTrue(
                String.valueOf(refused.getMessage()).contains("is another graph's than the cluster's"),
                refused::toString);
        graphs.add(open(saved, NODES, 1));
        assertEquals(whole, GraphPicture.of(graphs.get(0)));
        graphs.forEach(PraghGraph::close);
    }

    @Test
    void whatCannotBeMeantIsRefusedInOneLine() throws IOException {
        refused("put the data folders of all its nodes into one folder", "repair", node(1), "--into", saved);
        flip(file(node(1), "graph"), 0.5);
        refused("put the data folders of all its nodes into one folder", "repair", node(1), "--into", saved);
        refused(
                "repair the folder that all its nodes' folders are in",
                "repair",
                node(1),
                "--into",
                saved,
                "--partitions",
                100); // so many that each of its partitions has values of others then
        refused("there are fewer partitions than nodes", "repair", data, "--into", saved, "--nodes", 7);
        refused("--nodes is 1 or more", "repair", data, "--into", saved, "--nodes", 0);
        refused("--nodes is 1 or more", "repair", node(1), "--into", saved, "--nodes", 2);
        refused("has to be elsewhere", "repair", data, "--into", data.resolve("x"));
        refused("is not empty", "repair", data, "--into", folder);
        assertFalse(Files.exists(saved));
    }

    private void refused(String why, Object... command) {
        assertEquals(2, typed.runAfresh(command), why);
        assertSaid(why);
        assertEquals(1, typed.err().lines().count(), typed::err);
    }

    @Test
    void oneNodesFolderIsCheckedAsFarAsItCanTell() throws IOException {
        assertEquals(0, typed.runAfresh("check", node(1)), typed::err);
        assertTrue(typed.out().contains("is whole as far as it can tell by itself"), typed::out);
        assertTrue(typed.out().contains("partitions " + kept(1) + " of 6"), typed::out);
        assertTrue(typed.out().contains("check the folder that has those of all nodes"), typed::out);
        flip(file(node(1), "checkpoint-"), 0.5);
        assertEquals(2, typed.runAfresh("check", node(1)), typed::out);
        assertSaid("is damaged");
        flip(file(node(2), "log-"), 0.5);
        assertEquals(2, typed.runAfresh("check", node(2)), typed::out);
        assertSaid("a record of the log is damaged");
    }
}
