package io.pragh.tinkerpop.load;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The format of a file. */
public enum FileFormat {
    /** A vertex with its edges on each line, as JSON. */
    GRAPHSON,
    /** XML. */
    GRAPHML,
    /** TinkerPop's binary format. */
    GRYO,
    /** Vertices or edges, with headers of Neo4j's importer. */
    CSV,
    /** Two identifiers on each line. */
    EDGES;

    /** The format with this name in lower case, as in Gremlin's step {@code io}; null when there is none. */
    public static @Nullable FileFormat named(Object name) {
        return Arrays.stream(values())
                .filter(format -> format.name().toLowerCase(Locale.ROOT).equals(name))
                .findFirst()
                .orElse(null);
    }

    /** The format by a file's extension; a list of edges for an unknown one. */
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
