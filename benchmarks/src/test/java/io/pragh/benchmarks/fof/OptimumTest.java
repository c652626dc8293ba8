package io.pragh.benchmarks.fof;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Checks that no placement has fewer remote reads than the computed optimum, by trying every placement. */
class OptimumTest {
    private static final int NODES = 3;
    private static final int KEYS = 7;

    @Test
    void noPlacementHasFewerRemoteReads() {
        for (long seed = 0; seed < 50; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<Map<Long, Long>> reads = new ArrayList<>();
            long all = 0;
            for (int node = 0; node < NODES; node++) {
                Map<Long, Long> own = new HashMap<>();
                for (long key = 0; key < KEYS; key++) {
                    if (random.nextInt(3) > 0) {
                        own.put(key, random.nextLong(1, 10));
                    }
                }
                all += own.values().stream().mapToLong(Long::longValue).sum();
                reads.add(own);
            }
            assertEquals(new Optimum(all, fewestRemote(reads)), Optimum.of(reads), "seed=" + seed);
        }
    }

    /** Computes the optimum by trying every placement. */
    private static long fewestRemote(List<Map<Long, Long>> reads) {
        long fewest = Long.MAX_VALUE;
        for (int placement = 0; placement < Math.pow(NODES, KEYS); placement++) {
            long remote = 0;
            int rest = placement;
            for (long key = 0; key < KEYS; key++) {
                int owner = rest % NODES;
                rest /= NODES;
                for (int node = 0; node < NODES; node++) {
                    remote += node == owner ? 0 : reads.get(node).getOrDefault(key, 0L);
                }
            }
            fewest = Math.min(fewest, remote);
        }
        return fewest;
    }

    @Test
    void shareOfNothingIsZero() {
        assertEquals(0, Optimum.NONE.remoteValueShare());
    }
}
