package io.pragh.benchmarks.micro;

import io.pragh.benchmarks.data.CsrGraph;
import io.pragh.benchmarks.data.SplitMix;
import io.pragh.benchmarks.data.StartScope;
import io.pragh.benchmarks.data.ZipfSampler;

/**
 * Draws start vertices like the traversal benchmark: by Zipf's law from a scope chosen over the whole graph.
 * Stateless.
 */
final class DrawnStarts {
    private DrawnStarts() {}

    /** So many start vertices; the same for the same graph. */
    static int[] of(CsrGraph graph, int vertices, int count) {
        StartScope scope =
                StartScope.choose(vertices, StartScope.SIZE_DEFAULT, 1, vertex -> graph.degree((int) vertex) > 0);
        ZipfSampler ranks = new ZipfSampler(scope.size(), ZipfSampler.THETA_DEFAULT);
        SplitMix random = new SplitMix(1);
        int[] starts = new int[count];
        for (int i = 0; i < count; i++) {
            starts[i] = (int) scope.vertex(ranks.next(random));
        }
        return starts;
    }
}
