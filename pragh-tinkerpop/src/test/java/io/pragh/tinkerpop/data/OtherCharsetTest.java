package io.pragh.tinkerpop.data;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.load.GraphFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that text is UTF-8 in files also where the JVM's own charset is ASCII, as in most containers on JDK 17. */
class OtherCharsetTest {
    private static final String NAME = "R\u00e9n\u00e9 \u20ac \ud83d\ude00";

    @TempDir
    private Path folder;

    @Test
    void textInFilesIsUtf8WhateverTheCharsetOfTheJvmIs() throws Exception {
        Path given = Files.writeString(
                folder.resolve("given.json"),
                "{\"id\":\"" + NAME + "\",\"label\":\"" + NAME + "\",\"properties\":{\"name\":[{\"id\":1,\"value\":\""
                        + NAME + "\"}]}}\n");
        List<Path> written =
                Stream.of("a.json", "a.xml", "a.csv").map(folder::resolve).toList();
        SmallHeap.run(
                folder,
                List.of("-Xmx128m", "-Dfile.encoding=US-ASCII"),
                OtherCharset.class,
                Stream.concat(Stream.of(given), written.stream())
                        .map(Path::toString)
                        .toArray(String[]::new));
        for (Path file : written) {
            try (PraghGraph graph = PraghGraph.build().open()) {
                GraphFiles.load(graph, file);
                Vertex vertex = graph.vertices().next();
                assertEquals(
                        List.of(NAME, NAME, NAME),
                        List.of(vertex.id(), vertex.label(), vertex.value("name")),
                        file.toString());
            }
        }
    }
}
