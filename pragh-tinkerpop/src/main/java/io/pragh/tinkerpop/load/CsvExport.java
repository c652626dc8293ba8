package io.pragh.tinkerpop.load;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;

/**
 * Writes two CSV files, vertices and edges, for {@link CsvReader}: every field is parsed again before it is written.
 * One thread.
 */
final class CsvExport {
    private final GraphSource source;
    private final LoadOptions options;
    private final Losses losses;
    private final LongConsumer written;

    CsvExport(GraphSource source, LoadOptions options, Losses losses, LongConsumer written) {
        this.source = source;
        this.options = options;
        this.losses = losses;
        this.written = written;
    }

    void write(Writer vertices, Writer edges) throws IOException {
        PropertyTypes types = PropertyTypes.survey(source, CsvColumn::typeOf);
        Map<String, CsvColumn> vertexColumns = columns(types.ofVertices());
        Map<String, CsvColumn> edgeColumns = columns(types.ofEdges());
        header(vertices, List.of(":ID", ":LABEL"), types.ofVertices());
        header(edges, List.of(":START_ID", ":END_ID", ":TYPE"), types.ofEdges());
        for (Iterator<Vertex> stars = source.stars(); stars.hasNext(); ) {
            Vertex star = stars.next();
            vertex(vertices, star, vertexColumns);
            written.accept(1);
            for (Iterator<Edge> found = star.edges(Direction.OUT); found.hasNext(); ) {
                edge(edges, found.next(), edgeColumns);
                written.accept(1);
            }
        }
    }

    private static Map<String, CsvColumn> columns(Map<String, String> types) {
        Map<String, CsvColumn> columns = new LinkedHashMap<>();
        types.forEach((key, type) -> {
            CsvColumn column = CsvColumn.parse(key + ":" + type);
            if (!column.name().equals(key) || !column.isProperty() || key.indexOf('\r') >= 0 || !Utf8.represents(key)) {
                throw new MalformedLine("CSV has no column of such a name: key=" + key + "; write GraphSON or Gryo");
            }
            columns.put(key, column);
        });
        return columns;
    }

    private void header(Writer out, List<String> roles, Map<String, String> types) throws IOException {
        List<String> fields = new ArrayList<>(roles);
        types.forEach((key, type) -> fields.add(key + ":" + type));
        line(out, fields);
    }

    private void vertex(Writer out, Vertex vertex, Map<String, CsvColumn> columns) throws IOException {
        Map<String, String> values = new LinkedHashMap<>();
        for (Iterator<VertexProperty<Object>> found = vertex.properties(); found.hasNext(); ) {
            VertexProperty<Object> property = found.next();
            String where = "vertex=" + vertex.id() + " key=" + property.key();
            property.properties().forEachRemaining(own -> losses.lose("CSV has no properties of properties", where));
            if (values.containsKey(property.key())) {
                losses.lose("CSV has one value for a key", where);
            } else {
                values.put(property.key(), field(property, columns, where));
            }
        }
        List<String> fields = new ArrayList<>(List.of(id(vertex), label(vertex)));
        columns.keySet().forEach(key -> fields.add(values.getOrDefault(key, "")));
        line(out, fields);
    }

    private void edge(Writer out, Edge edge, Map<String, CsvColumn> columns) throws IOException {
        Map<String, String> values = new LinkedHashMap<>();
        for (Iterator<Property<Object>> found = edge.properties(); found.hasNext(); ) {
            Property<Object> property = found.next();
            values.put(property.key(), field(property, columns, "edge=" + edge.id() + " key=" + property.key()));
        }
        List<String> fields = new ArrayList<>(List.of(id(edge.outVertex()), id(edge.inVertex()), label(edge)));
        columns.keySet().forEach(key -> fields.add(values.getOrDefault(key, "")));
        line(out, fields);
    }

    /** The text that is read back as the value. */
    private String field(Property<?> property, Map<String, CsvColumn> columns, String where) {
        CsvColumn column = columns.get(property.key());
        Object value = property.value();
        String text = value instanceof List<?> list
                ? list.stream().map(String::valueOf).collect(Collectors.joining(";"))
                : String.valueOf(value);
        if (column == null || !column.readsBack(text, value)) {
            losses.lose(
                    "CSV has one type for a key, and no empty text, return characters, halves of characters or semicolons"
                            + " in lists",
                    where + " type="
                            + (value == null ? "null" : value.getClass().getSimpleName()));
            return "";
        }
        return text;
    }

    private static String id(Vertex vertex) {
        String text = String.valueOf(vertex.id());
        if (!isPlain(text) || !EdgeListWriter.readsBack(vertex.id(), text)) {
            throw new MalformedLine("an identifier would not be read back as it is: id=" + text + " type="
                    + vertex.id().getClass().getSimpleName() + "; write GraphSON or Gryo");
        }
        return text;
    }

    private static String label(Element element) {
        String label = element.label();
        if (!isPlain(label) || label.contains(";")) {
            throw new MalformedLine("a label would not be read back as it is: label=" + label + " id=" + element.id()
                    + "; write GraphSON or Gryo");
        }
        return label;
    }

    private static boolean isPlain(String text) {
        return !text.isEmpty() && text.equals(text.strip()) && text.indexOf('\r') < 0 && Utf8.represents(text);
    }

    private void line(Writer out, List<String> fields) throws IOException {
        String separator = "";
        for (String field : fields) {
            out.append(separator).append(quoted(field));
            separator = String.valueOf(options.csvDelimiter());
        }
        out.append('\n');
    }

    private String quoted(String field) {
        boolean quotes =
                field.indexOf(options.csvDelimiter()) >= 0 || field.indexOf('"') >= 0 || field.indexOf('\n') >= 0;
        return quotes ? '"' + field.replace("\"", "\"\"") + '"' : field;
    }
}
