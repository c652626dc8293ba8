package io.pragh.benchmarks.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.benchmarks.data.RmatParameters.Quadrants;
import io.pragh.core.base.PraghException;
import io.pragh.core.bulk.EdgeConsumer;
import io.pragh.core.bulk.EdgeSource;
import io.pragh.core.bulk.Progress;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that generated edges follow the R-MAT model, and pins their stream by checksums of a second implementation.
 */
class RmatEdgesTest {
    private static final double HIGH_HALF = 0.76;

    /** Order-sensitive sum of a stream. */
    private static final class Checksum implements EdgeConsumer {
        long value = 1;
        long edges;

        @Override
        public void edge(long source, long target) {
            value = (value * 31 + source) * 31 + target;
            edges++;
        }
    }

    /** The checksums come from a second implementation, in another language. */
    @ParameterizedTest
    @CsvSource({
        "1, 1, 31f19dfc9bd3d1be 31f19dfc9bd3d1be",
        "2, 1, 8ef0fd1b88986b6b 8ef0fd1b88986b6b",
        "3, 1, b0c552b277ff83a9 b0c552b277ff83a9",
        "4, 1, 65e2fcd35609efb1 65e2fcd35609efb1",
        "10, 1, 947083e660224b01 947083e660224b01",
        "10, 2, 622352c6584673b9 622352c6584673b9",
        "13, 42, d909e690b8a1fb7e f91c2837c6e14ce9",
        "16, 1, cebec6b48d1a4088 b4c74c4b2d23440c",
        "20, -7, f5dcb25f81f6591d a0de1ed55c69cd79",
        "31, 3, e69910b5a7e890c7 7fc0fa617ae374bf",
        "40, 1, ca56c855282829d7 3bfa6f62dd1d4b89",
    })
    void streamIsPinnedForeverByItsChecksum(int scale, long seed, String expected) {
        RmatEdges edges = new RmatEdges(RmatParameters.graph500(scale, seed));
        long last = edges.workTotal();
        EdgeSource head = edges.range(0, Math.min(last, 100_000));
        EdgeSource tail = edges.range(Math.max(0, last - 100_000), last);
        assertEquals(expected, Long.toHexString(checksum(head)) + " " + Long.toHexString(checksum(tail)));
    }

    @Test
    void everyPassAndEveryCutGivesTheSameStream() {
        RmatEdges whole = new RmatEdges(RmatParameters.graph500(11, 9));
        long expected = checksum(whole);
        assertEquals(expected, checksum(whole));
        assertEquals(expected, checksum(new RmatEdges(RmatParameters.graph500(11, 9))));
        for (long piece : new long[] {1, 7, 1000, 8192, 8193, 40_000}) {
            Checksum pieces = new Checksum();
            for (long from = 0; from < whole.workTotal(); from += piece) {
                whole.range(from, Math.min(from + piece, whole.workTotal())).forEach(pieces, Progress.NONE);
            }
            assertEquals(expected, pieces.value, "piece=" + piece);
        }
        assertNotEquals(expected, checksum(new RmatEdges(RmatParameters.graph500(11, 10))));
        assertNotEquals(checksum(whole.range(0, 100)), checksum(whole.range(100, 200)));
    }

    @Test
    void countsAndProgressAreExact() {
        RmatParameters parameters = new RmatParameters(12, 5, Quadrants.GRAPH500, 1);
        RmatEdges edges = new RmatEdges(parameters);
        AtomicLong done = new AtomicLong();
        Checksum sum = new Checksum();
        edges.forEach(sum, done::addAndGet);
        assertEquals(5 * 4096, sum.edges);
        assertEquals(5 * 4096, done.get());
        assertEquals(5 * 4096, edges.edgeCountEstimate());
        assertEquals(5 * 4096, edges.workTotal());
        assertEquals(4096, parameters.vertexCount());
        assertEquals(1L << 44, RmatParameters.graph500(40, 1).edgeCount());
    }

    /** Compares the whole adjacency matrix with the model, after the shuffle is undone. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4, 5, 8})
    void placesFollowTheQuadrants(int scale) {
        Quadrants quadrants = new Quadrants(0.5, 0.27, 0.13, 0.1);
        RmatParameters parameters =
                new RmatParameters(scale, Math.min(RmatParameters.EDGE_FACTOR_MAX, (1 << 21) >> scale), quadrants, 77);
        int[] unshuffled = unshuffled(scale, 77);
        long[] counts = new long[1 << (2 * scale)];
        new RmatEdges(parameters)
                .forEach(
                        (source, target) -> counts[(unshuffled[(int) source] << scale) | unshuffled[(int) target]]++,
                        Progress.NONE);
        double[] probabilities = new double[counts.length];
        for (int place = 0; place < counts.length; place++) {
            probabilities[place] = 1;
            for (int level = 0; level < scale; level++) {
                int source = (place >>> (scale + level)) & 1;
                int target = (place >>> level) & 1;
                probabilities[place] *= new double[] {0.5, 0.27, 0.13, 0.1}[2 * source + target];
            }
        }
        ChiSquare.assertSampleOf(probabilities, counts, "scale=" + scale + " seed=77");
    }

    /** Compares the number of vertices without out-edges and the hub's degree with the model. */
    @ParameterizedTest
    @CsvSource({"14, 1", "16, 1", "16, 2", "17, 3"})
    void degreesAreAsSkewedAsTheModel(int scale, long seed) {
        RmatParameters parameters = RmatParameters.graph500(scale, seed);
        int[] out = new int[1 << scale];
        int[] in = new int[1 << scale];
        new RmatEdges(parameters)
                .forEach(
                        (source, target) -> {
                            out[(int) source]++;
                            in[(int) target]++;
                        },
                        Progress.NONE);
        double edges = parameters.edgeCount();
        double isolated = 0;
        double choose = 1;
        for (int high = 0; high <= scale; high++) {
            double share = Math.pow(HIGH_HALF, scale - high) * Math.pow(1 - HIGH_HALF, high);
            isolated += choose * Math.exp(edges * Math.log1p(-share));
            choose = choose * (scale - high) / (high + 1);
        }
        double hub = edges * Math.pow(HIGH_HALF, scale);
        for (int[] degrees : new int[][] {out, in}) {
            long zero = Arrays.stream(degrees).filter(degree -> degree == 0).count();
            int max = Arrays.stream(degrees).max().orElseThrow();
            assertEquals(isolated, (double) zero, 6 * Math.sqrt(isolated), "vertices without edges, seed=" + seed);
            assertEquals(hub, max, 6 * Math.sqrt(hub), "hub, seed=" + seed);
        }
        assertTrue(isolated > 0.3 * parameters.vertexCount(), "isolated=" + isolated);
        long[] hubs = {argmax(out), argmax(in)};
        assertEquals(new SeededPermutation(scale, seed).of(0), hubs[0]);
        assertEquals(hubs[0], hubs[1]);
    }

    @Test
    void parametersOutOfRangeAreRefusedWithTheirRange() {
        assertRefused("scale=0 min=1 max=40", () -> RmatParameters.graph500(0, 1));
        assertRefused("scale=41 min=1 max=40", () -> RmatParameters.graph500(41, 1));
        assertRefused("edgeFactor=0 min=1", () -> new RmatParameters(5, 0, Quadrants.GRAPH500, 1));
        assertRefused("edgeFactor=65537 min=1", () -> new RmatParameters(5, 65_537, Quadrants.GRAPH500, 1));
        assertRefused("sum is 1: a=0.5 b=0.5 c=0.5", () -> new Quadrants(0.5, 0.5, 0.5, 0.5));
        assertRefused("sum is 1: a=1.5", () -> new Quadrants(1.5, -0.5, 0, 0));
        assertRefused("sum is 1: a=NaN", () -> new Quadrants(Double.NaN, 0.5, 0.5, 0));
        RmatEdges edges = new RmatEdges(RmatParameters.graph500(5, 1));
        assertRefused("from=-1 to=3 edges=512", () -> edges.range(-1, 3));
        assertRefused("from=3 to=2 edges=512", () -> edges.range(3, 2));
        assertRefused("from=0 to=513 edges=512", () -> edges.range(0, 513));
    }

    private static void assertRefused(String words, Runnable construction) {
        PraghException fault = assertThrows(PraghException.class, construction::run);
        assertTrue(fault.getMessage().contains(words), fault.getMessage());
    }

    private static long checksum(EdgeSource source) {
        Checksum sum = new Checksum();
        source.forEach(sum, Progress.NONE);
        assertEquals(source.workTotal(), sum.edges);
        return sum.value;
    }

    private static int[] unshuffled(int scale, long seed) {
        SeededPermutation shuffled = new SeededPermutation(scale, seed);
        int[] unshuffled = new int[1 << scale];
        for (int i = 0; i < unshuffled.length; i++) {
            unshuffled[(int) shuffled.of(i)] = i;
        }
        return unshuffled;
    }

    private static long argmax(int[] degrees) {
        int best = 0;
        for (int i = 1; i < degrees.length; i++) {
            best = degrees[i] > degrees[best] ? i : best;
        }
        return best;
    }
}
