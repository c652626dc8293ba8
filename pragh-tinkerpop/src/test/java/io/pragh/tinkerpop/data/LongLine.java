package io.pragh.tinkerpop.data;

import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.load.GraphFiles;
import io.pragh.tinkerpop.load.LoadException;
import io.pragh.tinkerpop.load.LoadOptions;
import java.nio.file.Path;
import java.util.List;

/** The main class of {@link LongLineTest}: loads files, each alone, and prints why they cannot be loaded. */
final class LongLine {
    private LongLine() {}

    /** The arguments are the files. */
    public static void main(String[] files) {
        try (PraghGraph graph = PraghGraph.build().open()) {
            for (String file : files) {
                try {
                    GraphFiles.load(graph, List.of(Path.of(file)), LoadOptions.DEFAULT);
                    System.out.println("loaded: " + file);
                } catch (LoadException told) {
                    System.out.println(told.getMessage());
                    graph.tx().rollback();
                }
            }
        }
    }
}
