package io.pragh.tinkerpop.data;

import io.pragh.testkit.ResidentMemory;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.load.GraphFiles;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/** Loads an edge list, or a CSV of vertices, and prints the peak and the present memory of the process. */
final class LoadPeak {
    private static final int EDGES = 4_000_000;
    private static final int VERTICES = 300_000;

    private LoadPeak() {}

    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[0]);
        write(file);
        try (PraghGraph graph = PraghGraph.build().open()) {
            ResidentMemory.forgetMost();
            GraphFiles.load(graph, file);
            long most = ResidentMemory.mostBytes();
            System.gc();
            System.out.println("> " + most + " " + ResidentMemory.bytes());
            System.out.println("> vertices " + graph.traversal().V().count().next());
        }
    }

    private static void write(Path file) throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        try (Writer out = Files.newBufferedWriter(file)) {
            if (file.toString().endsWith(".csv")) {
                out.write(":ID,name,age:int,city,:LABEL\n");
                for (int i = 0; i < VERTICES; i++) {
                    out.write("v" + i + ",somebody called " + i + "," + random.nextInt(99) + ",city " + i % 99
                            + ",person\n");
                }
                return;
            }
            for (int i = 0; i < EDGES; i++) {
                out.write(random.nextInt(200_000) + " " + random.nextInt(200_000) + "\n");
            }
        }
    }
}
