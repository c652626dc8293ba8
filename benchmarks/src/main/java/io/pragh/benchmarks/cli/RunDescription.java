package io.pragh.benchmarks.cli;

import io.pragh.benchmarks.fof.BenchGraph;
import io.pragh.benchmarks.fof.FabricKind;
import io.pragh.benchmarks.fof.FofConfig;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Describes a run, beside its results. Stateless. */
final class RunDescription {
    private RunDescription() {}

    /** Adds cluster and graph; {@code scale} is that of a generated graph. */
    static void put(
            Map<String, @Nullable Object> map,
            FofConfig config,
            FabricKind fabric,
            BenchGraph graph,
            GraphOptions options,
            int scale) {
        boolean leaves = fabric.leavesProcess();
        boolean generated = options.file() == null;
        map.put("api", config.api().toString());
        map.put("nodes", config.shape().nodes());
        map.put("scale", generated ? (Integer) scale : null);
        map.put("fabric", fabric.toString());
        map.put("processes", leaves ? config.shape().nodes() : 1);
        map.put("latencyNanos", leaves ? null : (Long) config.shape().latency().readNanos());
        map.put("workers", config.shape().workers());
        map.put("vertices", graph.vertexCount());
        map.put("edges", graph.edgeCount());
        map.put("file", generated ? null : String.valueOf(options.file()));
        map.put("edgeFactor", generated ? (Integer) options.edgeFactor() : null);
    }
}
