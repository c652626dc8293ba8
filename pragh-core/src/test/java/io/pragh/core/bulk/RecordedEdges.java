package io.pragh.core.bulk;

import java.util.ArrayList;
import java.util.List;

/** Edges in a list, with an estimate that a test may choose wrongly on purpose. One thread. */
final class RecordedEdges implements EdgeSource, EdgeConsumer {
    private final List<Edge> edges = new ArrayList<>();
    private final long estimate;

    record Edge(long source, long target) {}

    RecordedEdges(long estimate) {
        this.estimate = estimate;
    }

    static RecordedEdges of(long... sourcesAndTargets) {
        RecordedEdges edges = new RecordedEdges(UNKNOWN);
        for (int i = 0; i < sourcesAndTargets.length; i += 2) {
            edges.edge(sourcesAndTargets[i], sourcesAndTargets[i + 1]);
        }
        return edges;
    }

    static RecordedEdges read(EdgeSource source) {
        RecordedEdges edges = new RecordedEdges(UNKNOWN);
        source.forEach(edges, Progress.NONE);
        return edges;
    }

    List<Edge> edges() {
        return edges;
    }

    @Override
    public void edge(long source, long target) {
        edges.add(new Edge(source, target));
    }

    @Override
    public void forEach(EdgeConsumer consumer, Progress progress) {
        edges.forEach(edge -> consumer.edge(edge.source(), edge.target()));
        progress.advance(edges.size());
    }

    @Override
    public long edgeCountEstimate() {
        return estimate;
    }

    @Override
    public long workTotal() {
        return edges.size();
    }
}
