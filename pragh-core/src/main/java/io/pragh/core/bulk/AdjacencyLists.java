package io.pragh.core.bulk;

import io.pragh.core.base.PraghException;
import java.util.List;

/**
 * Groups edges by their source, in bounded memory: every vertex that has out-edges is delivered once, with all its
 * out-neighbours in the order of its edges. Parallel edges stay. Vertices are in no particular order.
 *
 * <p>Cost: one pass over the source to count, then one for every {@code edgesPerPassMax} edges. Memory: 4 bytes per
 * edge of a pass (8 if a target is beyond 2^32) and 4 per vertex id up to the largest source; where ids are scattered
 * (beyond 8 per edge plus 2^20) up to 40 per source instead. A vertex with more edges than a pass may hold gets a
 * pass to itself.
 *
 * <p>Immutable; any thread.
 */
public final class AdjacencyLists {

    /** The default for edges held at once: 544 MiB. */
    // Somewhat more than 2^27: ranges end between lists and so are never quite full, and a graph of a round size,
    // such as an R-MAT graph, would need one more pass for the small rest.
    public static final int EDGES_PER_PASS_DEFAULT = (1 << 27) + (1 << 23);

    private final int edgesPerPassMax;

    /** Holds at most {@link #EDGES_PER_PASS_DEFAULT} edges at once. */
    public AdjacencyLists() {
        this(EDGES_PER_PASS_DEFAULT);
    }

    /** Holds at most so many edges at once. */
    public AdjacencyLists(int edgesPerPassMax) {
        if (edgesPerPassMax < 1) {
            throw new PraghException("a pass must hold an edge: edgesPerPassMax=" + edgesPerPassMax);
        }
        this.edgesPerPassMax = edgesPerPassMax;
    }

    /** Counts of edges, lists delivered (vertices with out-edges) and passes over the source. */
    public record Totals(long edges, long lists, int passes) {}

    /**
     * The work of {@link #forEachList} over this source, for a progress display, independent of the number of passes.
     */
    public static long workTotal(EdgeSource source) {
        return 2 * source.workTotal();
    }

    /** Delivers all lists without a progress display. */
    public Totals forEachList(EdgeSource source, ListConsumer consumer) {
        return forEachList(source, consumer, Progress.NONE);
    }

    /** Delivers all lists on the caller's thread. Fails if two passes over the source give different edges. */
    public Totals forEachList(EdgeSource source, ListConsumer consumer, Progress progress) {
        DegreeSurvey survey = new DegreeSurvey(source.edgeCountEstimate());
        source.forEach(survey, progress);
        List<SourceRange> ranges = SourceRange.cut(survey, edgesPerPassMax);
        Progress shared = new PassProgress(progress, Math.max(1, ranges.size()));
        long lists = 0;
        for (SourceRange range : ranges) {
            ListFill fill = new ListFill(survey, range);
            source.forEach(fill, shared);
            lists += fill.deliver(survey.fingerprint(), consumer);
        }
        return new Totals(survey.fingerprint().edges(), lists, 1 + ranges.size());
    }
}
