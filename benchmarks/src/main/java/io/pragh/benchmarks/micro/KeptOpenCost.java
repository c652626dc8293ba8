package io.pragh.benchmarks.micro;

import io.pragh.core.base.PraghException;
import io.pragh.core.census.Figure;
import io.pragh.core.census.NodeStatistics;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.load.GraphFiles;
import io.pragh.tinkerpop.structure.CommitConflictException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How long is a graph unavailable after its process was killed? A process loads a file in bulk into a data folder,
 * and commits an edge each between random vertices; it is killed by SIGKILL and another one opens the folder. Prints
 * the seconds from the kill to the first answer of the second process, and how they were spent. Arguments: a folder
 * that is emptied first and kept afterwards, the kind of data to load (edges of an R-MAT graph, or vertices with
 * properties), its scale, and the number of commits.
 *
 * <pre>java -Xmx3g -XX:MaxDirectMemorySize=7g -cp 'benchmarks/target/run/*:benchmarks/target/run/lib/*' \
 *     io.pragh.benchmarks.micro.KeptOpenCost /tmp/kept edges 22 50000</pre>
 */
public final class KeptOpenCost {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double BYTES_PER_MB = 1e6;
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final int CLIENTS = 64;
    private static final String LOADED = "loaded ";
    private static final String ANSWERED = "answered ";

    private KeptOpenCost() {}

    /** Prints the amount loaded, and then the cost of opening it. The two processes run the same class. */
    public static void main(String[] args) throws Exception {
        switch (args.length > 1 ? args[1] : "") {
            case "edges", "vertices" -> measure(args);
            case "load" -> load(Path.of(args[0]), Path.of(args[2]), Long.parseLong(args[3]), Integer.parseInt(args[4]));
            case "open" -> open(Path.of(args[0]));
            default ->
                throw new PraghException("name a folder, then edges or vertices, a scale, and a number of commits");
        }
    }

    private static void measure(String[] args) throws IOException, InterruptedException {
        String folder = args[0];
        int scale = Integer.parseInt(args[2]);
        boolean edges = args[1].equals("edges");
        KeptFolder.empty(Path.of(folder));
        Path files = Files.createTempDirectory("pragh-kept-open");
        Path file = files.resolve(edges ? "graph.e" : "graph.csv");
        try {
            if (edges) {
                FileLoad.writeEdges(file, scale);
            } else {
                FileLoad.writeCsv(file, 1L << scale);
            }
            Process loading = start(folder, "load", file.toString(), Long.toString(1L << scale), args[3]);
            System.out.println(await(loading, LOADED));
            long killed = System.nanoTime();
            loading.destroyForcibly().waitFor();
            Process opening = start(folder, "open");
            String answer = await(opening, ANSWERED);
            double seconds = (System.nanoTime() - killed) / NANOS_PER_SECOND;
            System.out.printf(Locale.ROOT, "%.2f s from the kill to the first answer; %s%n", seconds, answer);
            opening.waitFor();
        } finally {
            Files.deleteIfExists(file);
            Files.delete(files);
        }
    }

    /** Starts this class with these arguments, in a process with the flags of this one. */
    private static Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), KeptOpenCost.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static String await(Process process, String word) throws IOException {
        BufferedReader said =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            if (line.startsWith(word)) {
                return line;
            }
        }
        throw new PraghException("a process ended before it was done: wanted=" + word.strip());
    }

    private static void load(Path folder, Path file, long ids, int commits) throws IOException, InterruptedException {
        PraghGraph graph = PraghGraph.build().data(folder).open();
        long began = System.nanoTime();
        GraphFiles.Loaded loaded = GraphFiles.load(graph, file);
        double loadSeconds = (System.nanoTime() - began) / NANOS_PER_SECOND;
        long checkpoint = KeptFolder.bytes(folder);
        began = System.nanoTime();
        commit(graph, ids, commits);
        System.out.printf(
                Locale.ROOT,
                LOADED + "%,d vertices and %,d edges in %.1f s, %.1f MB; %,d commits in %.1f s, %.1f MB%n",
                loaded.vertices(),
                loaded.edges(),
                loadSeconds,
                checkpoint / BYTES_PER_MB,
                commits,
                (System.nanoTime() - began) / NANOS_PER_SECOND,
                (KeptFolder.bytes(folder) - checkpoint) / BYTES_PER_MB);
        System.out.flush();
        Thread.currentThread().join(); // until it is killed
    }

    private static void commit(PraghGraph graph, long ids, int commits) throws InterruptedException {
        AtomicInteger left = new AtomicInteger(commits);
        List<Thread> threads = new ArrayList<>();
        for (int client = 0; client < CLIENTS; client++) {
            SplittableRandom random = new SplittableRandom(client);
            threads.add(new Thread(() -> {
                while (left.getAndDecrement() > 0) {
                    commit(graph, random, ids);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void commit(PraghGraph graph, SplittableRandom random, long ids) {
        while (true) {
            try {
                var from = graph.vertices(random.nextLong(ids));
                var to = graph.vertices(random.nextLong(ids));
                if (from.hasNext() && to.hasNext()) { // an R-MAT graph skips some numbers
                    from.next().addEdge("e", to.next());
                    graph.tx().commit();
                    return;
                }
            } catch (CommitConflictException again) {
                graph.tx().rollback();
            }
        }
    }

    private static void open(Path folder) throws IOException {
        long began = System.nanoTime();
        try (PraghGraph graph = PraghGraph.build().data(folder).open()) {
            double opened = (System.nanoTime() - began) / NANOS_PER_SECOND;
            long neighbours = graph.traversal().V().limit(1).both().count().next();
            double cpu = LoadCost.cpuNanosOfProcess() / NANOS_PER_SECOND;
            NodeStatistics counted = graph.statistics().get(0);
            double restoring = counted.sum(Figure.RESTORED_MILLIS) / MILLIS_PER_SECOND;
            long values = counted.sum(Figure.RESTORED_VALUES);
            System.out.printf(
                    Locale.ROOT,
                    ANSWERED
                            + "%d; opened in %.2f s of this process's, %.2f of them for %,d values of the checkpoint and %,d commits,"
                            + " %.1f MB: %,.0f values/s, %.0f MB/s; %.2f s of processor time; at most %,d MB resident%n",
                    neighbours,
                    opened,
                    restoring,
                    values,
                    counted.sum(Figure.RESTORED_COMMITS),
                    counted.sum(Figure.RESTORED_BYTES) / BYTES_PER_MB,
                    values / restoring,
                    counted.sum(Figure.RESTORED_BYTES) / BYTES_PER_MB / restoring,
                    cpu,
                    LoadCost.residentMbMax());
            System.out.flush();
        }
    }
}
