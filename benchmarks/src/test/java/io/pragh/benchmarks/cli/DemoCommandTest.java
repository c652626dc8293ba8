package io.pragh.benchmarks.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks {@code pragh demo} with small graphs, in this process and with a process per node. */
class DemoCommandTest {
    @TempDir
    private Path folder;

    @Test
    void smallGraphIsShownBeforeAndAfterMigration() {
        assertShown("demo --scale 8 --scope 32 --seconds 3 --report-interval 0.1 --latency-us 0");
    }

    @Test
    void edgeListIsShown() throws Exception {
        String ring = LongStream.range(0, 300)
                .mapToObj(v -> v + " " + (v + 1) % 300 + "\n" + v + " " + (v + 7) % 300 + "\n")
                .collect(Collectors.joining());
        Path file = Files.writeString(folder.resolve("ring.e"), ring);
        assertShown("demo --seconds 1 --report-interval 0.05 --mode deferred --file " + file);
    }

    /** With every node in a process of its own; the output is the same, and values move over TCP. */
    @Test
    void processesAreShownBeforeAndAfterMigration() {
        assertShown("demo --scale 8 --scope 32 --seconds 6 --report-interval 0.1 --fabric tcp --processes 2");
    }

    /** Without a device, or a JDK that can use it, RDMA must be refused at once. */
    @ParameterizedTest
    @ValueSource(strings = {"demo", "bench fof"})
    void whereThereIsNoRdmaOneLineSaysWhatIsMissing(String command) {
        assumeFalse(Files.exists(Path.of("/sys/class/infiniband")), "SKIPPED: this machine has an RDMA device");
        String told = Pragh.refused((command + " --fabric rdma --processes 2").split(" ", -1));
        assertTrue(told.contains("no RDMA here, see docs/rdma.md: "), told);
        boolean canCall = Runtime.version().feature() >= 22;
        assertTrue(canCall || told.contains("RDMA needs JDK 22 or newer"), told);
    }

    private static void assertShown(String arguments) {
        Pragh pragh = new Pragh();
        assertEquals(0, pragh.run(arguments.split(" ", -1)), pragh.err::toString);
        List<String> lines = pragh.out.toString().lines().toList();
        assertTrue(lines.stream().anyMatch(l -> l.contains("before") && l.contains("queries/s")), lines::toString);
        assertTrue(lines.stream().anyMatch(l -> l.contains("migrating") && l.contains("queries/s")), lines::toString);
        for (String row : List.of(
                "queries/s ",
                "remote share",
                "the best with one copy",
                "location cache hits",
                "processor time of the clients")) {
            assertTrue(lines.stream().anyMatch(l -> l.strip().startsWith(row)), row + lines);
        }
        assertTrue(lines.get(lines.size() - 1).contains("were moved to where they are read"), lines::toString);
    }

    @Test
    void wrongArgumentsAreOneLine() throws Exception {
        assertTrue(Pragh.refused("demo", "--seconds", "0.5").contains("at least 1"));
        assertTrue(Pragh.refused("demo", "--mode", "instant").contains("eager or deferred"));
        assertTrue(
                Pragh.refused("demo", "--processes", "2").contains("with --fabric local all nodes are in one process"));
        assertTrue(Pragh.refused("demo", "--fabric", "tcp", "--latency-us", "1").contains("is for --fabric local"));
        Path malformed = Files.writeString(folder.resolve("bad.e"), "1 2\n\n3\n");
        assertTrue(Pragh.refused("demo", "--file", malformed.toString()).contains("line=3"));
    }
}
