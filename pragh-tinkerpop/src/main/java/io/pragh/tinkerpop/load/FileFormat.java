package io.pragh.tinkerpop.load;

import java.nio.file.Path;
import java.util.Locale;

/** What a file is written in. */
public enum FileFormat {
    /** A vertex with its edges on each line, as JSON. */
    GRAPHSON,
    /** XML. */
    GRAPHML,
    /** TinkerPop's binary format. */
    GRYO,
    /** Vertices or edges, with headers as Neo4j's importer has them. */
    CSV,
    /** Two identifiers on each line. */
    EDGES;

    /** By the end of a file's name; what nothing else claims is a list of edges. */
    public static FileFormat of(Path file) {
        String name =
                String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT).replaceFirst("\\.gz$", "");
        return switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "json", "graphson" -> GRAPHSON;
            case "xml", "graphml" -> GRAPHML;
            case "kryo", "gryo" -> GRYO;
            case "csv" -> CSV;
            default -> EDGES;
        };
    }
}
