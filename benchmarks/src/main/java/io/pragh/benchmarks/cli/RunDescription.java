package io.pragh.benchmarks.cli;

import io.pragh.benchmarks.fof.BenchGraph;
import io.pragh.benchmarks.fof.FofConfig;
import java.util.Map;

/** What was run, beside its results. Stateless. */
final class RunDescription {
    private RunDescription() {}

    /** Adds cluster and graph; {@code scale} is that of a generated graph. */
    static void put(Map<String, Object> map, FofConfig config, BenchGraph graph, GraphOptions options, int scale) {
        boolean generated = options.file() == null;
        map.put("nodes", config.shape().nodes());
        map.put("scale", generated ? (Integer) scale : null);
        map.put("fabric", "local");
        map.put("latencyNanos", config.shape().latency().readNanos());
        map.put("workers", config.shape().workers());
        map.put("vertices", graph.vertexCount());
        map.put("edges", graph.edgeCount());
        map.put("file", generated ? null : String.valueOf(options.file()));
        map.put("edgeFactor", generated ? (Integer) options.edgeFactor() : null);
    }
}
