package io.pragh.benchmarks.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Checks {@code pragh bench} and its benchmarks in this process. */
class BenchCommandTest {
    private final Pragh pragh = new Pragh();

    @Test
    void withoutABenchmarkItSaysWhichThereAre() {
        assertEquals(0, pragh.run("bench"));
        for (String name : new String[] {"  fof ", "  put ", "  memory ", "  jmh "}) {
            assertTrue(pragh.out.toString().contains(name), pragh.out::toString);
        }
    }

    @Test
    void memoryIsToldPerEdge() {
        assertEquals(0, pragh.run("bench", "memory", "--scale", "8"));
        assertTrue(pragh.out.toString().contains("bytes/edge"), pragh.out::toString);
        assertTrue(Pragh.refused("bench", "memory", "--scale", "0").contains("scale=0"));
        assertTrue(Pragh.refused("bench", "memory", "--scale", "38").contains("PRAGH_JAVA_OPTS"));
    }

    @Test
    void helpOfJmhIsOurs() {
        assertEquals(0, pragh.run("bench", "jmh", "--help"));
        assertTrue(pragh.out.toString().contains("-prof gc"), pragh.out::toString);
    }

    @Test
    void unknownBenchmarksAreRefused() {
        assertTrue(Pragh.refused("bench", "lubm").contains("lubm"));
    }
}
