package io.pragh.tinkerpop.load;

import java.util.Map;
import java.util.regex.Pattern;

/** Two identifiers a line, separated by blanks, tabs or a comma; {@code #} and {@code %} begin a comment. Stateless. */
final class EdgeListReader {
    private static final Pattern SEPARATOR = Pattern.compile("\\s*,\\s*|\\s+");
    private static final String VERTEX_LABEL = "vertex";

    private EdgeListReader() {}

    static void add(String text, String label, GraphWrites writes) {
        String line = text.strip();
        if (line.isEmpty() || line.startsWith("#") || line.startsWith("%")) {
            return;
        }
        String[] parts = SEPARATOR.split(line, -1);
        if (parts.length != 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
            throw new MalformedLine("an edge is two identifiers: found " + parts.length);
        }
        writes.addEdge(
                writes.vertexOrNew(id(parts[0]), VERTEX_LABEL),
                label,
                writes.vertexOrNew(id(parts[1]), VERTEX_LABEL),
                Map.of());
    }

    /** A number if it is one. */
    static Object id(String text) {
        try {
            return Long.valueOf(text);
        } catch (NumberFormatException aName) {
            return text;
        }
    }
}
