package io.pragh.benchmarks.fof;

import io.pragh.benchmarks.data.RmatEdges;
import io.pragh.benchmarks.data.RmatParameters;
import io.pragh.core.bulk.EdgeListFile;
import io.pragh.core.bulk.EdgeSource;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The source of the edges, in a form that other processes can use. Immutable.
 *
 * @param file an edge list, or null where an R-MAT graph is generated
 * @param scale of the generated graph
 * @param edgeFactor of the generated graph
 * @param seed of the generated graph
 */
public record GraphSource(@Nullable String file, int scale, int edgeFactor, long seed) {
    /** The edges: the same in every process. */
    public EdgeSource edges() {
        return file == null
                ? new RmatEdges(new RmatParameters(scale, edgeFactor, RmatParameters.Quadrants.GRAPH500, seed))
                : EdgeListFile.at(Path.of(file));
    }
}
