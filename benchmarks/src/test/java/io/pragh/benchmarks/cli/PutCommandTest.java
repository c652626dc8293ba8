package io.pragh.benchmarks.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks {@code pragh bench put} in this process: errors in its arguments, and the written distributions. */
class PutCommandTest {
    @TempDir
    private Path folder;

    @Test
    void wrongArgumentsAreOneLine() {
        assertTells("Unknown option: '--speed'", "--speed");
        assertTells("--seconds must be positive", "--seconds 0");
        assertTells("--seconds must be positive and --warmup not negative", "--warmup -1");
        assertTells("--mode=instant cannot be switched on later", "--mode instant");
        assertTells("--json names a file that cannot be written", "--json " + folder.resolve("none/x.json"));
        assertTells("every node needs a partition of its own: nodes=5", "--scale 8 --nodes 5 --partitions 4");
    }

    private static void assertTells(String sentence, String options) {
        String told = Pragh.refused(("bench put " + options).split(" ", -1));
        assertTrue(told.contains(sentence), told);
    }

    @Test
    void bothDistributionsAreWritten() throws IOException {
        Path json = folder.resolve("out.json");
        Pragh pragh = new Pragh();
        String options = "bench put --scale 8 --nodes 2 --scope 32 --seconds 0.5 --warmup 0.2 --latency-us 0"
                + " --report-interval 0.05 --json " + json;
        assertEquals(0, pragh.run(options.split(" ", -1)), pragh.err::toString);
        String table = pragh.out.toString();
        assertTrue(table.contains("\np50 ") && table.contains("\np99.9 ") && table.contains("\nmax "), table);
        JsonShape shape = JsonShape.parse(Files.readString(json));
        assertEquals(2.0, shape.at("nodes"));
        assertEquals(0.5, shape.at("parameters", "insertShare"));
        assertEquals("graph", shape.at("parameters", "insertAt"));
        assertEquals(1.0, shape.at("workers"));
        assertEquals(1.0, shape.at("parameters", "clients"), "one of each worker");
        assertEquals(0.0, shape.at("runs", "without", "migratedKeys"));
        assertEquals(0.0, shape.at("runs", "without", "waitedShare"), "all values are at home");
        for (String run : new String[] {"without", "with"}) {
            assertGrows((Collection<?>) shape.at("runs", run, "cdf"), (Double) shape.at("runs", run, "putMaxMicros"));
            assertGrows((Collection<?>) shape.at("runs", run, "queuedCdf"), (Double)
                    shape.at("runs", run, "queuedMaxMicros"));
            double before = 0;
            for (String percentile : new String[] {"P50", "P90", "P99", "P999", "Max"}) {
                double micros = (Double) shape.at("runs", run, "put" + percentile + "Micros");
                assertTrue(micros >= before && micros > 0, run + " " + percentile);
                assertTrue(micros <= (Double) shape.at("runs", run, "queued" + percentile + "Micros"), percentile);
                before = micros;
            }
        }
    }

    private static void assertGrows(Collection<?> cdf, double max) {
        double micros = -1;
        double share = 0;
        for (Object point : cdf) {
            double nextMicros = (Double) ((Map<?, ?>) point).get("micros");
            double nextShare = (Double) ((Map<?, ?>) point).get("share");
            assertTrue(nextMicros > micros && nextShare >= share, cdf::toString);
            micros = nextMicros;
            share = nextShare;
        }
        assertEquals(1, share);
        assertEquals(max, micros, max * 1e-5);
    }

    @Test
    void helpNamesEveryOptionAndItsOwnDefaults() {
        Pragh pragh = new Pragh();
        assertEquals(0, pragh.run("bench", "put", "--help"));
        String help = pragh.out.toString().replaceAll("\\s+", " ");
        for (String option : new String[] {"--nodes", "--scale", "--seconds", "--json", "--insert-share"}) {
            assertTrue(help.contains(option), option);
        }
        assertTrue(help.contains("insert an edge, 0 to 1 (default: 0.5)"), help);
    }
}
