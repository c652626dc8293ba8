package io.pragh.benchmarks.cli;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.cli.PraghCli;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks the benchmark with a process for every node: results are collected from all of them, and no process is left,
 * however the run ends.
 */
@Timeout(value = 10, unit = MINUTES)
class FofProcessesTest {
    private static final List<String> SMALL =
            List.of("bench", "fof", "--scale", "8", "--scope", "64", "--report-interval", "0.1", "--processes", "2");

    @TempDir
    private Path folder;

    private static String[] small(String... more) {
        List<String> all = new ArrayList<>(SMALL);
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    private static JsonShape run(Path json, String... options) throws IOException {
        Pragh pragh = new Pragh();
        String[] all = Stream.concat(Stream.of(options), Stream.of("--json", json.toString()))
                .toArray(String[]::new);
        assertEquals(0, pragh.run(all), pragh.err::toString);
        String table = pragh.out.toString();
        assertTrue(table.lines().allMatch(line -> line.length() <= 100), table);
        assertTrue(table.contains("\norig ") && table.contains("\nsplit-cache "), table);
        return JsonShape.parse(Files.readString(json));
    }

    private static double number(JsonShape shape, String scheme, String field) {
        Object value = shape.at("schemes", scheme, field);
        assertTrue(value instanceof Double, scheme + " " + field + "=" + value);
        return (Double) value;
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "tcp"})
    void resultsAreThoseOfOneProcess(String fabric) throws IOException {
        JsonShape here = run(
                folder.resolve("here.json"),
                "bench fof --scale 8 --scope 64 --nodes 2 --scheme orig,split-cache --seconds 1.2 --warmup 0.6"
                        .split(" ", -1));
        JsonShape shape = run(
                folder.resolve("there.json"),
                small("--fabric", fabric, "--scheme", "orig,split-cache", "--seconds", "1.5", "--warmup", "3"));
        assertEquals(here.names(), shape.names());
        assertEquals(fabric, shape.at("fabric"));
        assertEquals(2.0, shape.at("processes"));
        assertEquals(2.0, shape.at("nodes"));
        assertEquals(2.0, shape.at("workers"));
        assertEquals(here.at("vertices"), shape.at("vertices"));
        assertEquals(here.names("parameters"), shape.names("parameters"));
        for (String scheme : List.of("orig", "split-cache")) {
            assertEquals(here.names("schemes", scheme), shape.names("schemes", scheme));
            double reads = number(shape, scheme, "valuesLocal") + number(shape, scheme, "valuesRemote");
            assertEquals(number(shape, scheme, "valueReads"), reads, "clients and readers agree");
            double perQuery = number(shape, scheme, "valueReads") / number(shape, scheme, "queries");
            assertEquals(perQuery, number(shape, scheme, "valueReadsPerQuery"), 0.001 * perQuery);
            assertTrue(number(shape, scheme, "queriesPerSecond") > 0);
            assertTrue(number(shape, scheme, "p50Micros") > 0);
            assertTrue(number(shape, scheme, "p99Micros") >= number(shape, scheme, "p50Micros"));
            assertTrue(number(shape, scheme, "oneSidedOpsPerQuery") > 0);
            assertTrue(number(shape, scheme, "partitionBytes") > 0);
            assertTrue(number(shape, scheme, "optimalRemoteShare") > 0);
        }
        // where values move, the run does better than every fixed placement
        assertTrue(number(shape, "orig", "optimalRemoteShare") < number(shape, "orig", "remoteShare"));
        assertEquals(number(shape, "orig", "valueReads"), number(shape, "orig", "valueReadsCounted"));
        assertTrue(number(shape, "split-cache", "remoteShare") < number(shape, "orig", "remoteShare"));
        assertTrue(number(shape, "split-cache", "cacheHitShare") > 0);
        assertNotNull(shape.at("schemes", "split-cache", "worstSecond"));
        assertNothingIsLeft(ProcessHandle.current());
    }

    /** Every process has a Gremlin Server, whose clients use WebSockets. */
    @Test
    void traversalsGoThroughGremlinServers() throws IOException {
        runTraversals("served");
    }

    @Test
    void preparedTraversalsRunInTheNodesProcesses() throws IOException {
        runTraversals("prepared");
    }

    private void runTraversals(String api) throws IOException {
        Path json = folder.resolve("out.json");
        Pragh pragh = new Pragh();
        assertEquals(
                0,
                pragh.run(small(
                        "--api",
                        api,
                        "--fabric",
                        "tcp",
                        "--scheme",
                        "split-cache",
                        "--seconds",
                        "1.5",
                        "--warmup",
                        "6",
                        "--json",
                        json.toString())),
                pragh.err::toString);
        JsonShape shape = JsonShape.parse(Files.readString(json));
        assertEquals(api, shape.at("api"));
        assertTrue(number(shape, "split-cache", "queries") > 0);
        assertTrue(number(shape, "split-cache", "inserts") > 0);
        assertTrue(number(shape, "split-cache", "valuesRemote") + number(shape, "split-cache", "valuesLocal") > 0);
        assertTrue(number(shape, "split-cache", "migratedKeys") > 0);
        assertNothingIsLeft(ProcessHandle.current());
    }

    @Test
    void aProcessThatDiesEndsTheRunInOneLine() {
        Pragh pragh = new Pragh();
        CompletableFuture<Integer> code = CompletableFuture.supplyAsync(
                () -> pragh.run(small("--fabric", "tcp", "--scheme", "cache", "--seconds", "600", "--warmup", "0")));
        await().atMost(5, MINUTES)
                .until(() -> code.isDone() || pragh.err.toString().contains("cache: loaded in"));
        List<ProcessHandle> nodes = nodes(ProcessHandle.current());
        assertEquals(2, nodes.size(), () -> pragh.err.toString());
        nodes.get(1).destroyForcibly();
        await().atMost(5, MINUTES).until(code::isDone);
        assertEquals(1, code.join(), () -> pragh.err.toString());
        List<String> failures = pragh.err
                .toString()
                .lines()
                .filter(line -> !line.startsWith("R-MAT ") && !line.contains(": loaded in"))
                .toList();
        assertEquals(1, failures.size(), () -> pragh.err.toString());
        assertTrue(
                failures.get(0).contains("the process of a node ended before the run did: node=node-"),
                failures.get(0));
        assertTrue(failures.get(0).contains("exitCode=137"), failures.get(0));
        assertNothingIsLeft(ProcessHandle.current());
    }

    /**
     * Ends the run like Ctrl-C, after which results so far are printed, or like a crash, after which the nodes have
     * to end by themselves.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void nodesEndWithTheirParent(boolean inOrder) throws Exception {
        Path err = folder.resolve("err");
        Path out = folder.resolve("out");
        Process parent = new ProcessBuilder(
                        command(small("--fabric", "shm", "--scheme", "cache", "--seconds", "600", "--warmup", "0")))
                .redirectInput(new File("/dev/null"))
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        try {
            await().atMost(5, MINUTES)
                    .until(() -> !parent.isAlive() || Files.readString(err).contains("cache: loaded in"));
            List<ProcessHandle> nodes = nodes(parent.toHandle());
            assertEquals(2, nodes.size(), () -> read(err));
            assertNotEquals(List.of(), folders(parent.toHandle()));
            if (inOrder) {
                parent.destroy();
            } else {
                parent.destroyForcibly();
            }
            await().atMost(5, MINUTES)
                    .until(() -> !parent.isAlive() && nodes.stream().noneMatch(n -> n.isAlive()));
            await().atMost(5, MINUTES).until(() -> folders(parent.toHandle()).isEmpty());
            boolean told = read(out).contains("\ncache ") || read(err).contains("stopped: the results so far follow");
            assertEquals(inOrder, told, () -> read(out) + read(err));
        } finally {
            nodes(parent.toHandle()).forEach(ProcessHandle::destroyForcibly);
            parent.destroyForcibly();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> command(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-XX:MaxDirectMemorySize=1g"));
        if (Runtime.version().feature() >= 24) {
            command.add("--enable-native-access=ALL-UNNAMED");
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), PraghCli.class.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** The child processes that run Java are nodes; others only ask about the terminal. */
    private static List<ProcessHandle> nodes(ProcessHandle parent) {
        return parent.children()
                .filter(child -> child.info().command().orElse("").endsWith("java"))
                .toList();
    }

    private static List<Path> folders(ProcessHandle parent) {
        List<Path> found = new ArrayList<>();
        for (Path place : List.of(Path.of("/dev/shm"), Path.of(System.getProperty("java.io.tmpdir")))) {
            if (Files.isDirectory(place)) {
                try (Stream<Path> all = Files.list(place)) {
                    all.filter(f -> f.getFileName().toString().startsWith("pragh-bench-" + parent.pid() + "-"))
                            .forEach(found::add);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
        return found;
    }

    private static void assertNothingIsLeft(ProcessHandle parent) {
        assertEquals(List.of(), nodes(parent));
        assertEquals(List.of(), folders(parent));
    }
}
