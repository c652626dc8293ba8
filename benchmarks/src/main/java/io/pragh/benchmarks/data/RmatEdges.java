package io.pragh.benchmarks.data;

import io.pragh.benchmarks.data.RmatParameters.Quadrants;
import io.pragh.core.base.PraghException;
import io.pragh.core.bulk.EdgeConsumer;
import io.pragh.core.bulk.EdgeSource;
import io.pragh.core.bulk.Progress;

/**
 * The edges of an R-MAT graph (Chakrabarti, Zhan, Faloutsos: SDM 2004) as Graph500 uses it: few vertices have very
 * many edges, many have none, and the ids are shuffled. Nothing is stored: an edge is computed from the seed and its
 * number alone, so every pass, platform and process gives the same graph, and {@link #range ranges} can be generated
 * in parallel. Work is counted in edges.
 *
 * <p>Immutable; any thread.
 */
// The model descends one level per bit of an id and chooses a quarter of the matrix each time. Levels are
// independent, so four of them are one choice out of 256 (source bits before target bits), drawn at once from a
// table; what remains when the scale is no multiple of four has a smaller table. Edge i uses the numbers from i *
// draws on of one random sequence.
public final class RmatEdges implements EdgeSource {
    private static final int STRIDE = 4;
    private static final long SALT = 2;
    private static final long EDGES_PER_ADVANCE = 1 << 13;

    private final RmatParameters parameters;
    private final long fromEdge;
    private final long toEdge;
    private final long start;
    private final int strides;
    private final int rest;
    private final AliasTable stridePlaces;
    private final AliasTable restPlaces;
    private final SeededPermutation shuffled;

    /** The whole graph. */
    public RmatEdges(RmatParameters parameters) {
        this.parameters = parameters;
        fromEdge = 0;
        toEdge = parameters.edgeCount();
        start = SplitMix.derive(parameters.seed(), SALT);
        strides = parameters.scale() / STRIDE;
        rest = parameters.scale() % STRIDE;
        stridePlaces = places(parameters.quadrants(), STRIDE);
        restPlaces = places(parameters.quadrants(), rest);
        shuffled = new SeededPermutation(parameters.scale(), parameters.seed());
    }

    private RmatEdges(RmatEdges whole, long fromEdge, long toEdge) {
        this.parameters = whole.parameters;
        this.fromEdge = fromEdge;
        this.toEdge = toEdge;
        this.start = whole.start;
        this.strides = whole.strides;
        this.rest = whole.rest;
        this.stridePlaces = whole.stridePlaces;
        this.restPlaces = whole.restPlaces;
        this.shuffled = whole.shuffled;
    }

    /** The parameters of the graph. */
    public RmatParameters parameters() {
        return parameters;
    }

    /** Edges number {@code from} up to, not including, {@code to} of the whole graph. */
    public RmatEdges range(long from, long to) {
        if (from < 0 || to < from || to > parameters.edgeCount()) {
            throw new PraghException("range of edges is outside the graph: from=" + from + " to=" + to + " edges="
                    + parameters.edgeCount());
        }
        return new RmatEdges(this, from, to);
    }

    @Override
    public void forEach(EdgeConsumer consumer, Progress progress) {
        long from = fromEdge;
        while (from < toEdge) {
            long to = Math.min(from + EDGES_PER_ADVANCE, toEdge);
            generate(from, to, consumer);
            progress.advance(to - from);
            from = to;
        }
    }

    /** The exact number. */
    @Override
    public long edgeCountEstimate() {
        return toEdge - fromEdge;
    }

    /** The number of edges. */
    @Override
    public long workTotal() {
        return toEdge - fromEdge;
    }

    private void generate(long from, long to, EdgeConsumer consumer) {
        int draws = rest == 0 ? strides : strides + 1;
        long state = start + from * draws * SplitMix.STEP;
        for (long edge = from; edge < to; edge++) {
            long source = 0;
            long target = 0;
            for (int i = 0; i < strides; i++) {
                state += SplitMix.STEP;
                int place = stridePlaces.pick(SplitMix.mix(state));
                source = (source << STRIDE) | (place >>> STRIDE);
                target = (target << STRIDE) | (place & ((1 << STRIDE) - 1));
            }
            if (rest > 0) {
                state += SplitMix.STEP;
                int place = restPlaces.pick(SplitMix.mix(state));
                source = (source << rest) | (place >>> rest);
                target = (target << rest) | (place & ((1 << rest) - 1));
            }
            consumer.edge(shuffled.of(source), shuffled.of(target));
        }
    }

    /** The cells after a descent over so many levels, source bits in the upper half, by their probability. */
    private static AliasTable places(Quadrants quadrants, int levels) {
        double[] probabilities = new double[1 << (2 * levels)];
        for (int place = 0; place < probabilities.length; place++) {
            double probability = 1;
            for (int level = 0; level < levels; level++) {
                boolean sourceHigh = ((place >>> (levels + level)) & 1) != 0;
                boolean targetHigh = ((place >>> level) & 1) != 0;
                probability *= quadrants.probability(sourceHigh, targetHigh);
            }
            probabilities[place] = probability;
        }
        return new AliasTable(probabilities);
    }
}
