package io.pragh.benchmarks.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks {@code pragh bench fof} in this process: errors in its arguments and files, and the printed and written
 * results of short runs.
 */
class FofCommandTest {
    @TempDir
    private Path folder;

    @Test
    void wrongArgumentsAreOneLine() {
        assertTells("no such scheme: fast", "--scheme orig,fast");
        assertTells("Unknown option: '--speed'", "--speed");
        assertTells("Invalid value for option '--nodes'", "--nodes many");
        assertTells("Invalid value for option '--mode'", "--mode sometimes");
        assertTells("--seconds must be positive", "--seconds 0");
        assertTells("--scale and --file exclude each other", "--file x --scale 9");
        assertTells("--json names a file that cannot be written", "--json " + folder.resolve("none/x.json"));
        assertTells("R-MAT scale is out of range: scale=0", "--scale 0");
        assertTells("every node needs a partition of its own: nodes=5", "--scale 8 --nodes 5 --partitions 4");
        assertTells("a worker serves at least one node: workers=3", "--scale 8 --nodes 2 --workers 3");
        assertTells("with --fabric local all nodes are in one process", "--scale 8 --processes 4");
        assertTells("nodes=8 processes=4", "--scale 8 --fabric tcp --nodes 8 --processes 4");
        assertTells("--latency-us is for --fabric local", "--scale 8 --fabric shm --latency-us 1");
        assertTells("leave --data out", "--scale 8 --fabric tcp --data " + folder);
        assertTells("--workers is for --fabric local", "--scale 8 --fabric tcp --workers 2");
        assertTells("every node needs a partition of its own: nodes=0", "--scale 8 --fabric tcp --processes 0");
        assertTells("every node needs a partition of its own: nodes=17", "--scale 8 --fabric tcp --processes 17");
        assertTells("Invalid value for option '--fabric'", "--fabric pigeons");
        assertTells("too few vertices to start from: wanted=300", "--scale 8 --scope 300");
        assertTells("1 to 32768 MB: --cache-mb=-1", "--scale 8 --cache-mb -1");
        assertTells("1 to 32768 MB: --cache-mb=99999999999999", "--scale 8 --cache-mb 99999999999999");
        assertTells("1 to 86400000 milliseconds: --lease-ms=18446744073710", "--scale 8 --lease-ms 18446744073710");
        assertTells("0 to 1000000 microseconds: --latency-us=NaN", "--scale 8 --latency-us NaN");
        assertTells("share of inserts must be from 0 to 1: insertShare=2.0", "--scale 8 --insert-share 2");
    }

    private static void assertTells(String sentence, String options) {
        String told = Pragh.refused(("bench fof " + options).split(" ", -1));
        assertTrue(told.contains(sentence), told);
    }

    @Test
    void filesThatCannotBeReadAreOneLine() throws IOException {
        Path malformed = Files.writeString(folder.resolve("bad.e"), "1 2\n2 3\nthree 4\n");
        String told = Pragh.refused("bench", "fof", "--file", malformed.toString());
        assertTrue(told.contains("line=3") && told.contains(malformed.toString()), told);
        told = Pragh.refused("bench", "fof", "--file", folder.resolve("missing").toString());
        assertTrue(told.contains("missing"), told);
    }

    @Test
    void graphsThatDoNotFitAreRefusedBeforeTheyAreLoaded() {
        String told = Pragh.refused("bench", "fof", "--scale", "36");
        assertTrue(told.contains("PRAGH_JAVA_OPTS") && told.contains("needed=") && told.contains("available="), told);
        told = Pragh.refused("bench", "fof", "--scale", "8", "--cache-mb", "32768", "--nodes", "16");
        assertTrue(told.contains("-XX:MaxDirectMemorySize="), told);
    }

    @Test
    void aRunThatKeepsItsGraphLeavesOneThatCanBeChecked() {
        String options = "bench fof --scale 8 --nodes 2 --scheme cache --scope 32 --seconds 0.2 --warmup 0.1"
                + " --latency-us 0 --insert-share 0.5 --api gremlin --data " + folder;
        Pragh pragh = new Pragh();
        assertEquals(0, pragh.run(options.split(" ", -1)), pragh.err::toString);
        String again = Pragh.refused(options.split(" ", -1));
        assertTrue(again.contains("must not be there yet"), again);
        Pragh check = new Pragh();
        assertEquals(0, check.run("check", folder.resolve("cache").toString()), check.err::toString);
        assertTrue(check.out.toString().contains("is whole"), check.out::toString);
    }

    @Test
    void resultsArePrintedAndWritten() throws IOException {
        Path json = folder.resolve("out.json");
        Pragh pragh = new Pragh();
        int code = pragh.run(
                "bench",
                "fof",
                "--scale",
                "8",
                "--nodes",
                "2",
                "--scheme",
                "orig,cache",
                "--scope",
                "32",
                "--seconds",
                "0.2",
                "--warmup",
                "0.1",
                "--latency-us",
                "0",
                "--json",
                json.toString());
        assertEquals(0, code, pragh.err::toString);
        String table = pragh.out.toString();
        assertTrue(table.lines().allMatch(line -> line.length() <= 100), table);
        assertTrue(table.contains("\norig ") && table.contains("\ncache "), table);
        JsonShape shape = JsonShape.parse(Files.readString(json));
        assertEquals("local", shape.at("fabric"));
        assertEquals(2.0, shape.at("nodes"));
        assertEquals(8.0, shape.at("scale"));
        for (String scheme : new String[] {"orig", "cache"}) {
            for (String field : new String[] {
                "queriesPerSecond",
                "p50Micros",
                "p99Micros",
                "remoteShare",
                "cacheHitShare",
                "oneSidedOpsPerQuery",
                "bytesPerQuery",
                "migratedKeys",
                "migratedBytes",
                "optimalRemoteShare"
            }) {
                assertTrue(shape.at("schemes", scheme, field) instanceof Double, scheme + " " + field);
            }
            double remote = (Double) shape.at("schemes", scheme, "remoteShare");
            assertTrue(remote > 0 && remote < 1);
            assertEquals(shape.at("schemes", scheme, "valueReads"), shape.at("schemes", scheme, "valueReadsCounted"));
        }
    }

    @Test
    void whereValuesMoveTheWorstSecondIsTold() throws IOException {
        Path json = folder.resolve("out.json");
        Pragh pragh = new Pragh();
        String options = "bench fof --scale 8 --nodes 2 --scheme cache,split --scope 32 --seconds 1.2 --warmup 1.8"
                + " --report-interval 0.05 --latency-us 0 --json " + json;
        assertEquals(0, pragh.run(options.split(" ", -1)), pragh.err::toString);
        assertTrue(pragh.out.toString().contains("\nsplit: worst second since values move "), pragh.out.toString());
        assertTrue(pragh.out.toString().lines().allMatch(line -> line.length() <= 100), pragh.out.toString());
        JsonShape shape = JsonShape.parse(Files.readString(json));
        assertNull(shape.at("schemes", "cache", "worstSecond"));
        double ofMedian = (Double) shape.at("schemes", "split", "worstSecond", "ofMedian");
        assertTrue(ofMedian > 0 && ofMedian <= 1, "ofMedian=" + ofMedian);
        assertTrue((Double) shape.at("schemes", "split", "worstSecond", "p99Micros") > 0);
        double workers = (Double) shape.at("schemes", "split", "cpuMicrosPerQuery");
        assertTrue((Double) shape.at("schemes", "split", "processCpuMicrosPerQuery") > workers / 2);
    }

    /** Traversals must fill the same table, because values move to them as to the store's own calls. */
    @Test
    void traversalsAreMeasuredAsTheStoreIs() throws IOException {
        Path json = folder.resolve("out.json");
        Pragh pragh = new Pragh();
        String options = "bench fof --api gremlin --scale 8 --nodes 2 --scheme ideal,cache,split-cache --scope 16"
                + " --seconds 1.5 --warmup 3 --report-interval 0.1 --latency-us 0 --json " + json;
        assertEquals(0, pragh.run(options.split(" ", -1)), pragh.err::toString);
        assertTrue(pragh.out.toString().lines().allMatch(line -> line.length() <= 100), pragh.out.toString());
        JsonShape shape = JsonShape.parse(Files.readString(json));
        assertEquals("gremlin", shape.at("api"));
        for (String scheme : new String[] {"ideal", "cache", "split-cache"}) {
            assertTrue((Double) shape.at("schemes", scheme, "queries") > 0, scheme);
            assertTrue((Double) shape.at("schemes", scheme, "inserts") > 0, scheme);
            assertTrue((Double) shape.at("schemes", scheme, "valueReadsPerQuery") > 2, scheme);
        }
        assertEquals(0.0, shape.at("schemes", "ideal", "remoteShare"));
        assertEquals(0.0, shape.at("schemes", "cache", "migratedKeys"));
        assertTrue((Double) shape.at("schemes", "split-cache", "migratedKeys") > 0);
        double still = (Double) shape.at("schemes", "cache", "remoteShare");
        double moved = (Double) shape.at("schemes", "split-cache", "remoteShare");
        assertTrue(moved < still, "remote share: still=" + still + " moved=" + moved);
    }

    @Test
    void helpNamesEveryOption() {
        Pragh pragh = new Pragh();
        assertEquals(0, pragh.run("bench", "fof", "--help"));
        for (String option : new String[] {
            "--scheme", "--nodes", "--fabric", "--processes", "--json", "--latency-us", "--report-interval", "--file"
        }) {
            assertTrue(pragh.out.toString().contains(option), option);
        }
        assertEquals(0, new Pragh().run("bench", "--help"));
    }
}
