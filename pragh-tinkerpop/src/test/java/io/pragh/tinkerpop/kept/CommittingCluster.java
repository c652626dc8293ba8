package io.pragh.tinkerpop.kept;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.coordinator.zookeeper.EmbeddedZooKeeper;
import io.pragh.core.durable.DataPlace;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.cli.TypedCommands;
import io.pragh.tinkerpop.jvm.NodeJvm;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.configuration2.Configuration;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;

/**
 * Starts and kills processes of {@link CommittingNode}, at a ZooKeeper that outlives them, and checks what they have
 * acknowledged. One thread.
 */
final class CommittingCluster implements AutoCloseable {
    static final int NODES = CommittingNode.NODES;
    /** The most nodes that a test has at a time. */
    static final int NODES_MAX = NODES + 2;
    /** The fewest transactions over lists, of all processes together. */
    private static final long COMMITTED_MIN = 20;

    private static final long WAIT_NANOS = 120_000_000_000L;
    private static final long LOOK_NANOS = 10_000_000;

    private final Path folder;
    private final String what;
    private final EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start();
    private final String connect = "zk:" + zooKeeper.connectString() + "/kept?sessionMillis=3000";
    private final int partitions;
    private int lives;
    private final Map<String, Process> processes = new LinkedHashMap<>();
    private final Map<String, List<Path>> said = new HashMap<>();
    private final Map<String, Long> acknowledged = new HashMap<>();

    /** Keeps data folders in this folder; failures mention {@code what}. */
    CommittingCluster(Path folder, String what) {
        this(folder, what, CommittingNode.PARTITIONS);
    }

    /** The same, of a graph with another number of partitions. */
    CommittingCluster(Path folder, String what, int partitions) {
        this.folder = folder;
        this.what = what;
        this.partitions = partitions;
    }

    /** Starts a node that commits, for the first time or again. */
    void start(int node) throws IOException {
        start(name(node), node, CommittingNode.COMMIT);
    }

    /** Starts a node that only serves. */
    void serve(int node) throws IOException {
        start(name(node), node, "serve");
    }

    /** The configuration of a node in this process. */
    Configuration configuration(int node) {
        return CommittingNode.configuration(connect, folder, node, partitions);
    }

    /** The partitions in a node's data folder. */
    List<Integer> kept(int node) {
        try {
            return KeptFolders.kept(folder.resolve(name(node)));
        } catch (IOException failed) {
            throw new AssertionError("the folders cannot be read", failed);
        }
    }

    /** Whether a node's data folder holds a part of the graph, so that the graph needs the node. */
    boolean isNeeded(int node) {
        return KeptFolders.label(folder.resolve(name(node))) != null;
    }

    /** The numbers of the nodes that the graph needs. */
    List<Integer> needed() {
        return IntStream.range(0, NODES_MAX).filter(this::isNeeded).boxed().toList();
    }

    /** The files of a node's data folder, without that of its lock. */
    List<String> files(int node) throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve(name(node)))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.equals("lock"))
                    .toList();
        }
    }

    /** Tells a node to leave. */
    void tellToLeave(int node) throws IOException {
        OutputStream told = processes.get(name(node)).getOutputStream();
        told.write('\n');
        told.flush();
    }

    /** Fails when a process has ended by itself. */
    void assertRuns(String name) {
        assertTrue(processes.get(name).isAlive(), () -> what + " " + name + " ended: " + last(name));
    }

    /** Starts standbys, all at once, and returns when they stand by. */
    void standBy(int... numbers) throws IOException {
        for (int number : numbers) {
            start(standby(number), number, CommittingNode.STANDBY);
        }
        for (int number : numbers) {
            await(standby(number) + " stands by", () -> hasSaid(standby(number), CommittingNode.STANDS_BY));
        }
    }

    static String name(int node) {
        return "node-" + node;
    }

    static String standby(int number) {
        return "standby-" + number;
    }

    private void start(String name, int number, String does) throws IOException {
        List<Path> outputs = said.computeIfAbsent(name, n -> new ArrayList<>());
        Path output = folder.resolveSibling("said-" + name + "-" + outputs.size());
        outputs.add(output);
        processes.put(
                name,
                new ProcessBuilder(NodeJvm.command(
                                List.of("-Xmx300m"),
                                CommittingNode.class,
                                connect,
                                folder.toString(),
                                "" + number,
                                does,
                                "" + lives++,
                                "" + partitions))
                        .redirectOutput(output.toFile())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start());
    }

    /** Sends SIGKILL. */
    void kill(String name) {
        Process process = processes.remove(name);
        if (process != null) {
            process.destroyForcibly().onExit().join();
        }
    }

    /** Sends a signal that a process survives. */
    void signal(String name, String signal) throws IOException, InterruptedException {
        long pid = processes.get(name).pid();
        assertEquals(
                0,
                new ProcessBuilder("kill", "-" + signal, "" + pid).start().waitFor(),
                "no " + signal + " to " + name);
    }

    /** Waits until a process has ended by itself, and forgets it. */
    void awaitEnd(String name) {
        await(name + " ends", () -> !processes.get(name).isAlive());
        processes.remove(name);
    }

    /** Whether a process has a node's data folder open. */
    boolean isFolderInUse(int node) {
        return DataPlace.of(folder.resolve(name(node))).isInUse();
    }

    /** Waits until every running node has acknowledged so many more commits. */
    void awaitCommits(int commits) {
        Map<String, Integer> before = new HashMap<>();
        List<String> nodes =
                processes.keySet().stream().filter(n -> n.startsWith("node-")).toList();
        nodes.forEach(node -> before.put(node, linesOf(node).size()));
        await("all commit", () -> {
            processes.keySet().forEach(this::assertRuns);
            return nodes.stream().allMatch(node -> linesOf(node).size() - before.get(node) >= commits);
        });
    }

    /** Waits until a condition holds; fails if that takes long. */
    void await(String goal, BooleanSupplier reached) {
        long began = System.nanoTime();
        while (!reached.getAsBoolean()) {
            assertTrue(
                    System.nanoTime() - began < WAIT_NANOS,
                    () -> what + " not in time: " + goal
                            + said.keySet().stream()
                                    .map(name -> "\n" + name + ": " + last(name))
                                    .toList());
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** Whether the last process of this name has printed a line with this beginning. */
    boolean hasSaid(String name, String words) {
        return linesOf(name).stream().anyMatch(line -> line.startsWith(words));
    }

    private List<String> linesOf(String name) {
        List<Path> outputs = said.get(name);
        return lines(outputs.get(outputs.size() - 1));
    }

    private String last(String name) {
        List<String> lines = linesOf(name);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - 3), lines.size()));
    }

    private static List<String> lines(Path output) {
        try {
            String text = Files.readString(output);
            return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
        } catch (IOException failed) {
            throw new AssertionError("what a process has said cannot be read: " + output, failed);
        }
    }

    /**
     * Kills all processes. Then fails unless a cluster of their folders has every acknowledged commit, no commit in
     * part, and strictly serializable histories.
     */
    void check() throws IOException {
        for (String name : List.copyOf(processes.keySet())) {
            kill(name);
        }
        hear();
        for (int chain = 0; chain < NODES * CommittingNode.THREADS; chain++) {
            assertTrue(acknowledged.containsKey("chain " + chain), "a chain has not grown: " + acknowledged);
        }
        TypedCommands.assertWhole(folder, what); // no folder is damaged, whatever was under way
        List<Integer> nodes = needed();
        for (int node : nodes.subList(1, nodes.size())) {
            serve(node);
        }
        try (PraghGraph graph = PraghGraph.open(configuration(nodes.get(0)))) {
            check(graph.traversal());
            graph.tx().rollback();
            long committed = KeptHistory.check(graph, CommittingNode.histories(folder), what);
            assertTrue(committed > COMMITTED_MIN, what + " hardly anything was committed to lists: " + committed);
        }
    }

    private void hear() {
        for (List<Path> outputs : said.values()) {
            for (Path output : outputs) {
                for (String line : lines(output)) {
                    if (!CommittingNode.isAside(line)) {
                        assertTrue(line.matches("chain \\d+ \\d+"), line);
                        int space = line.lastIndexOf(' ');
                        acknowledged.merge(
                                line.substring(0, space), Long.valueOf(line.substring(space + 1)), Long::max);
                    }
                }
            }
        }
    }

    private void check(GraphTraversalSource g) {
        long links = 0;
        List<Object> chains = g.V().hasLabel("chain").id().toList();
        assertTrue(chains.containsAll(acknowledged.keySet()), () -> what + " " + chains + " " + acknowledged);
        for (Object id : chains) {
            String chain = (String) id;
            long known = acknowledged.getOrDefault(chain, -1L); // a node may have ended before its first commit
            long last = ((Number) g.V(chain).values("last").next()).longValue();
            assertTrue(last >= known, what + " " + chain + " acknowledged=" + known + " found=" + last);
            links += last + 1;
            assertEquals(last + 1, g.V(chain).out("link").dedup().count().next(), what + " " + chain);
            for (long number = 0; number <= last; number++) {
                String vertex = CommittingNode.vertex(chain, number);
                assertEquals(1, g.V(vertex).in("link").hasId(chain).count().next(), what + " " + vertex);
                assertEquals(1, g.V(vertex).out("has").count().next(), what + " " + vertex);
            }
        }
        assertEquals(links, g.V().hasLabel("link").count().next(), what);
        assertEquals(links, g.V(CommittingNode.HUB).in("has").dedup().count().next(), what);
        assertEquals(2 * links, g.E().count().next(), what);
        long indexed = 0;
        for (long number = 0; ; number++) {
            long found = g.V().has("key", number).count().next();
            if (found == 0) {
                break;
            }
            indexed += found;
        }
        assertEquals(links, indexed, what);
    }

    @Override
    public void close() {
        for (String name : List.copyOf(processes.keySet())) {
            kill(name);
        }
        zooKeeper.close();
    }
}
