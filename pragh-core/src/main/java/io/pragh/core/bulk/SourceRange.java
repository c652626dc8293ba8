package io.pragh.core.bulk;

import io.pragh.core.base.PraghException;
import java.util.ArrayList;
import java.util.List;

/**
 * The sources with numbers from {@code first} up to, not including, {@code end}, and the number of their edges.
 * Immutable.
 */
record SourceRange(int first, int end, int edges) {

    /** Cuts the surveyed sources into ranges of at most so many edges; a source that has more is a range of its own. */
    static List<SourceRange> cut(DegreeSurvey survey, int edgesPerPassMax) {
        long edges = survey.fingerprint().edges();
        return cut(survey.degrees(), survey.sources().size(), edges, edgesPerPassMax);
    }

    /** Cuts {@code size} sources with so many edges in all. */
    static List<SourceRange> cut(int[] degrees, int size, long edgesInAll, int edgesPerPassMax) {
        List<SourceRange> ranges = new ArrayList<>();
        long total = 0;
        int first = 0;
        int edges = 0;
        for (int i = 0; i < size; i++) {
            int degree = degrees[i];
            if (degree < 0 || degree > DegreeSurvey.ARRAY_LENGTH_MAX) {
                throw tooMany();
            }
            if (edges > 0 && (long) edges + degree > edgesPerPassMax) {
                ranges.add(new SourceRange(first, i, edges));
                first = i;
                edges = 0;
            }
            edges += degree;
            total += degree;
        }
        if (edges > 0) {
            ranges.add(new SourceRange(first, size, edges));
        }
        // A degree that overflowed more than once may look valid, but is missing from the sum.
        if (total != edgesInAll) {
            throw tooMany();
        }
        return ranges;
    }

    private static PraghException tooMany() {
        return new PraghException("a vertex has too many edges for one list: max=" + DegreeSurvey.ARRAY_LENGTH_MAX);
    }
}
