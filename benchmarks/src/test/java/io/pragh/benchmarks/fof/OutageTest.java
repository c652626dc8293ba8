package io.pragh.benchmarks.fof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks which results of a run with a killed node count as faults, and the times since the kill. */
class OutageTest {
    private static final double NEVER = Double.NaN;

    private static OutagePoint point(double seconds, double reaching, double others) {
        return new OutagePoint(seconds, reaching, others, 1, 0.5, 0, 0, 0, 0, 10, 0);
    }

    private static Outage outage(double answered, OutagePoint... points) {
        return new Outage("node-3", List.of(points), 1, 2, 3, 4, answered, "what it was told");
    }

    private static void assertComplains(String sentence, Outage outage, double callSecondsMax) {
        List<String> complaints = outage.complaints(callSecondsMax);
        assertEquals(1, complaints.size(), complaints::toString);
        assertTrue(complaints.get(0).contains(sentence), complaints::toString);
    }

    @Test
    void onlyWhatMustNotBeIsComplainedOf() {
        Outage good = outage(5, point(1, 10, 10), point(2, 1, 4), point(3, 0, 8), point(4, 0, 4), point(5, 9, 9));
        assertEquals(List.of(), good.complaints(1));
        assertEquals(6, good.othersWhileAway());
        assertEquals(0, good.reachingWhileAway());
        assertComplains("longer than it may: seconds=0.0 max=0.0", good, 0.001);
        assertComplains(
                "no query of the share that was away was answered", outage(NEVER, point(1, 1, 1), point(3, 0, 8)), 1);
        assertComplains(
                "perSecond=0.0 longestSilence=1.0",
                outage(5, point(1, 10, 10), point(2, 1, 4), point(3, 0, 0), point(5, 9, 9)),
                1);
        assertComplains(
                "perSecond=2.0 longestSilence=1.0",
                outage(5, point(1, 10, 10), point(2, 1, 4), point(3, 0, 0), point(4, 0, 4), point(5, 9, 9)),
                0.9);
        OutagePoint failed = new OutagePoint(3, 0, 8, 1, 0.5, 7, 5, 2, 0, 10, 0);
        assertComplains("calls=2 first=what it was told", outage(5, failed), 1);
        assertEquals(12, outage(5, failed).again());
    }

    @Test
    void silenceCountsFromTheKill() {
        assertEquals(
                0,
                outage(5, point(0.5, 1, 0), point(1, 1, 0), point(1.5, 0, 3), point(2, 0, 3))
                        .othersSilence());
        assertEquals(
                1.5,
                outage(
                                5,
                                point(1, 1, 3),
                                point(1.5, 0, 3),
                                point(2, 0, 0),
                                point(2.5, 0, 0),
                                point(3, 0, 0),
                                point(3.5, 0, 1))
                        .othersSilence());
    }
}
