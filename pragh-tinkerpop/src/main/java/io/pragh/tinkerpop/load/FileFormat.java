package io.pragh.tinkerpop.load;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

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

    /** What Gremlin's step {@code io}, too, calls it by: its name in small letters; null when that is nothing of these. */
    public static @Nullable FileFormat named(Object name) {
        return Arrays.stream(values())
                .filter(format -> format.name().toLowerCase(Locale.ROOT).equals(name))
                .findFirst()
                .orElse(null);
    }

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
