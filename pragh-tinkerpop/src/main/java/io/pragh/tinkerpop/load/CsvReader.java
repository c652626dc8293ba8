package io.pragh.tinkerpop.load;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.jspecify.annotations.Nullable;

/**
 * Reads one CSV file with vertices (a column {@code :ID}) or with edges ({@code :START_ID}, {@code :END_ID}). One
 * thread.
 */
// Most fields, ASCII text and whole numbers, are used without making a String of them.
final class CsvReader {
    private static final int NONE = -1;
    private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
    private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};

    /** Types that are read from the bytes of a field, if its column holds one value. */
    private enum Plain {
        TEXT,
        INT,
        LONG,
        DOUBLE,
        BOOLEAN,
        /** None of these. */
        NONE;

        static Plain of(CsvColumn column) {
            return column.array()
                    ? NONE
                    : switch (column.kind()) {
                        case "string" -> TEXT;
                        case "int" -> INT;
                        case "long" -> LONG;
                        case "double" -> DOUBLE;
                        case "boolean" -> BOOLEAN;
                        default -> NONE;
                    };
        }
    }

    private final CsvColumn[] columns;
    private final Plain[] plain;
    private final boolean vertices;
    private final int[] properties;
    /** Whether two columns of properties have the same name. */
    private final boolean repeats;

    private final int[] labels;
    private final int id;
    private final int start;
    private final int end;
    private final NameCache names = new NameCache();
    private @Nullable String labelBefore;
    private String vertexLabel = "";

    CsvReader(List<String> header) {
        columns = header.stream().map(CsvColumn::parse).toArray(CsvColumn[]::new);
        plain = Stream.of(columns).map(Plain::of).toArray(Plain[]::new);
        vertices = columns("ID").length == 1;
        boolean edges = columns("START_ID").length == 1 && columns("END_ID").length == 1;
        if (vertices == edges) {
            throw new MalformedLine(
                    "the first line names no vertices and no edges: expected=a column :ID for vertices, or "
                            + ":START_ID and :END_ID for edges found=" + header);
        }
        id = first("ID");
        start = first("START_ID");
        end = first("END_ID");
        labels = columns(vertices ? "LABEL" : "TYPE");
        properties = IntStream.range(0, columns.length)
                .filter(i -> columns[i].isProperty())
                .toArray();
        repeats = IntStream.of(properties)
                        .mapToObj(i -> columns[i].name())
                        .distinct()
                        .count()
                < properties.length;
    }

    /** Whether the file has vertices; those have to be read before the edges. */
    boolean hasVertices() {
        return vertices;
    }

    private int[] columns(String role) {
        return IntStream.range(0, columns.length)
                .filter(i -> columns[i].is(role))
                .toArray();
    }

    private int first(String role) {
        int[] all = columns(role);
        return all.length == 0 ? NONE : all[0];
    }

    void add(CsvRecord record, GraphSink sink, String edgeLabel) {
        if (record.size() == 1 && record.text(0).isBlank()) {
            return;
        }
        if (record.size() != columns.length) {
            throw new MalformedLine("a line has not as many fields as the first: expected=" + columns.length + " found="
                    + record.size());
        }
        if (vertices) {
            addVertex(record, sink);
        } else {
            String label = label(record);
            sink.edge(id(record, start), label.isEmpty() ? edgeLabel : label, id(record, end), null);
            for (int column : properties) {
                if (!record.isEmpty(column) && isLast(record, column)) {
                    sink.edgeProperty(columns[column].name(), value(record, column));
                }
            }
        }
    }

    private void addVertex(CsvRecord record, GraphSink sink) {
        String known = vertexLabel(label(record));
        long number = columns[id].group().isEmpty() && record.isAscii()
                ? Digits.parse(record.bytes(), record.from(id), record.to(id))
                : Digits.NONE;
        if (number == Digits.NONE) {
            sink.vertex(id(record, id), known);
        } else {
            sink.vertex(number, known);
        }
        for (int column : properties) {
            if (!record.isEmpty(column) && isLast(record, column)) {
                addProperty(record, column, sink);
            }
        }
    }

    /** Several labels become one here, as in TinkerPop's usual notation. */
    @SuppressWarnings("ReferenceEquality") // repeated names are cached
    private String vertexLabel(String label) {
        if (label != labelBefore) {
            labelBefore = label;
            vertexLabel = label.isEmpty() ? Vertex.DEFAULT_LABEL : label.replace(";", "::");
        }
        return vertexLabel;
    }

    /** Of several columns with one name, the last that is not empty counts. */
    private boolean isLast(CsvRecord record, int column) {
        if (!repeats) {
            return true;
        }
        String name = columns[column].name();
        for (int i = properties.length - 1; properties[i] > column; i--) {
            int other = properties[i];
            if (columns[other].name().equals(name) && !record.isEmpty(other)) {
                return false;
            }
        }
        return true;
    }

    private void addProperty(CsvRecord record, int index, GraphSink sink) {
        CsvColumn column = columns[index];
        if (record.isAscii() && plain[index] == Plain.TEXT) {
            sink.property(column.name(), record.bytes(), record.from(index), record.to(index));
        } else {
            sink.property(column.name(), value(record, index));
        }
    }

    private Object value(CsvRecord record, int index) {
        CsvColumn column = columns[index];
        if (column.is("ID")) {
            return EdgeListReader.id(record.text(index).strip());
        }
        Object known = record.isAscii() ? plainValue(record, index) : null;
        return known != null ? known : column.value(record.text(index));
    }

    /** A number or boolean in its usual notation, or null. */
    private @Nullable Object plainValue(CsvRecord record, int index) {
        switch (plain[index]) {
            case INT, LONG -> {
                long number = Digits.parse(record.bytes(), record.from(index), record.to(index));
                if (number == Digits.NONE) {
                    return null;
                }
                if (plain[index] == Plain.LONG) {
                    return number;
                }
                return number == (int) number ? (int) number : null;
            }
            case DOUBLE -> {
                double number = Digits.parseDecimal(record.bytes(), record.from(index), record.to(index));
                return Double.isNaN(number) ? null : number;
            }
            case BOOLEAN -> {
                return record.is(index, TRUE) ? Boolean.TRUE : record.is(index, FALSE) ? Boolean.FALSE : null;
            }
            case TEXT, NONE -> {
                return null;
            }
        }
        throw new IllegalStateException("no such kind of column: " + plain[index]);
    }

    /** An identifier; within a named group it is text that begins with the group's name. */
    private Object id(CsvRecord record, int index) {
        CsvColumn column = columns[index];
        String text = record.text(index).strip();
        if (text.isEmpty()) {
            throw new MalformedLine("an identifier is missing: column=:" + column.kind());
        }
        return column.group().isEmpty() ? EdgeListReader.id(text) : column.group() + ":" + text;
    }

    /** The first label that is not blank, or an empty text. */
    private String label(CsvRecord record) {
        for (int column : labels) {
            String name = names.get(record.bytes(), record.from(column), record.to(column));
            if (!name.isEmpty()) {
                return name;
            }
        }
        return "";
    }
}
