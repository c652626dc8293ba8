package io.pragh.tinkerpop.data;

import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.load.ExportException;
import io.pragh.tinkerpop.load.GraphExport;
import java.nio.file.Path;

/** The main class of {@link FullDiskTest}: writes a large vertex into each of the files, and prints why it cannot. */
final class FullDisk {
    private static final int CHARACTERS = 4 << 20;

    private FullDisk() {}

    /** The arguments are the files. */
    public static void main(String[] files) {
        try (PraghGraph graph = PraghGraph.build().open()) {
            graph.addVertex("name", "x".repeat(CHARACTERS));
            graph.tx().commit();
            for (String file : files) {
                try {
                    GraphExport.write(graph, Path.of(file));
                    System.out.println("written: " + file);
                } catch (ExportException told) {
                    System.out.println(told.getMessage());
                }
            }
        }
    }
}
