package io.pragh.core.bulk;

import io.pragh.core.base.PraghException;

/**
 * A later pass over the edges: collects the lists of one range of sources. Thread rule: one thread.
 */
// A counting sort. On entry places[i] is the degree of source i; the constructor turns the degrees of the range into
// the places where the lists start; every edge advances its source's place by one; after the pass places[i] is where
// list i ends, which is where list i + 1 starts. One array serves all three purposes.
final class ListFill implements EdgeConsumer {
    private final EdgeFingerprint fingerprint = new EdgeFingerprint();
    private final SourceIndex sources;
    private final int[] places;
    private final SourceRange range;
    private final TargetBuffer targets;

    ListFill(DegreeSurvey survey, SourceRange range) {
        this.sources = survey.sources();
        this.places = survey.degrees();
        this.range = range;
        this.targets = TargetBuffer.of(range.edges(), survey.targetMax());
        int place = 0;
        for (int i = range.first(); i < range.end(); i++) {
            int degree = places[i];
            places[i] = place;
            place += degree;
        }
    }

    @Override
    public void edge(long source, long target) {
        fingerprint.add(source, target);
        int index = sources.find(source);
        if (index >= range.first() && index < range.end()) {
            int place = places[index]++;
            if (place >= range.edges()) {
                throw changed();
            }
            targets.put(place, target);
        }
    }

    /**
     * Passes on all lists of the range, if the edges of the stream equal the surveyed ones. Returns the number of
     * lists.
     */
    int deliver(EdgeFingerprint surveyed, ListConsumer consumer) {
        if (!fingerprint.sameAs(surveyed)) {
            throw changed();
        }
        int lists = 0;
        int from = 0;
        for (int i = range.first(); i < range.end(); i++) {
            int to = places[i];
            if (to > from) {
                targets.list(consumer, sources.vertex(i), from, to);
                lists++;
            }
            from = to;
        }
        return lists;
    }

    private static PraghException changed() {
        return new PraghException(
                "edge source gave other edges the second time; leave the file alone while it is read");
    }
}
