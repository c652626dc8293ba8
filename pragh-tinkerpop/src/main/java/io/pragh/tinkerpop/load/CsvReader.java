package io.pragh.tinkerpop.load;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.jspecify.annotations.Nullable;

/** One CSV file with vertices (a column {@code :ID}) or with edges ({@code :START_ID}, {@code :END_ID}). One thread. */
final class CsvReader {
    private final List<CsvColumn> columns;
    private final boolean vertices;

    private final List<String> header;

    CsvReader(CsvLine header) {
        this.header = header.fields();
        columns = header.fields().stream().map(CsvColumn::parse).toList();
        vertices = count("ID") == 1;
        boolean edges = count("START_ID") == 1 && count("END_ID") == 1;
        if (vertices == edges) {
            throw new MalformedLine(
                    "the first line names no vertices and no edges: expected=a column :ID for vertices, or "
                            + ":START_ID and :END_ID for edges found=" + this.header);
        }
    }

    /** Whether the file has vertices; those have to be read before the edges. */
    boolean hasVertices() {
        return vertices;
    }

    private long count(String role) {
        return columns.stream().filter(column -> column.is(role)).count();
    }

    void add(CsvLine line, GraphWrites writes, String edgeLabel) {
        List<String> fields = line.fields();
        if (fields.size() == 1 && fields.get(0).isBlank()) {
            return;
        }
        if (fields.size() != columns.size()) {
            throw new MalformedLine("a line has not as many fields as the first: expected=" + columns.size() + " found="
                    + fields.size());
        }
        Map<String, Object> properties = new LinkedHashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            CsvColumn column = columns.get(i);
            if (column.isProperty() && !fields.get(i).isEmpty()) {
                properties.put(
                        column.name(),
                        column.is("ID") ? EdgeListReader.id(fields.get(i)) : column.value(fields.get(i)));
            }
        }
        if (vertices) {
            String label = field("LABEL", fields);
            // Several labels are one here, as TinkerPop has always written them.
            Vertex vertex =
                    writes.addVertex(id("ID", fields), label == null ? Vertex.DEFAULT_LABEL : label.replace(";", "::"));
            properties.forEach(vertex::property);
        } else {
            String type = field("TYPE", fields);
            writes.addEdge(
                    writes.vertex(id("START_ID", fields)),
                    type == null ? edgeLabel : type,
                    writes.vertex(id("END_ID", fields)),
                    properties);
        }
    }

    /** An identifier; in a group of its own it is text that begins with the group's name. */
    private Object id(String role, List<String> fields) {
        for (int i = 0; i < columns.size(); i++) {
            CsvColumn column = columns.get(i);
            if (column.is(role)) {
                String text = fields.get(i).strip();
                if (text.isEmpty()) {
                    throw new MalformedLine("an identifier is missing: column=:" + role);
                }
                return column.group().isEmpty() ? EdgeListReader.id(text) : column.group() + ":" + text;
            }
        }
        throw new MalformedLine("there is no such column: column=:" + role);
    }

    private @Nullable String field(String role, List<String> fields) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).is(role) && !fields.get(i).isBlank()) {
                return fields.get(i).strip();
            }
        }
        return null;
    }
}
