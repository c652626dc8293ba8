package io.pragh.tinkerpop.data;

import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.load.GraphExport;
import io.pragh.tinkerpop.load.GraphFiles;
import java.nio.file.Path;
import java.util.List;

/** Loads the first file and writes what it has into each of the others; of CSV, into itself and a file of edges. */
final class OtherCharset {
    private OtherCharset() {}

    /** The program. */
    public static void main(String[] files) {
        try (PraghGraph graph = PraghGraph.build().open()) {
            GraphFiles.load(graph, Path.of(files[0]));
            for (int i = 1; i < files.length; i++) {
                Path file = Path.of(files[i]);
                boolean csv = files[i].endsWith(".csv");
                GraphExport.write(
                        graph,
                        csv ? List.of(file, Path.of(files[i] + ".edges.csv")) : List.of(file),
                        GraphExport.Settings.DEFAULT);
            }
        }
    }
}
