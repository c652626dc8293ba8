package io.pragh.tinkerpop.load;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.tinkerpop.gremlin.structure.Vertex;

/** One CSV file with vertices (a column {@code :ID}) or with edges ({@code :START_ID}, {@code :END_ID}). One thread. */
// What most fields are, text and whole numbers in the characters 0 to 127, is not made a String of.
final class CsvReader {
    private static final int NONE = -1;

    private final CsvColumn[] columns;
    private final boolean vertices;
    private final int[] properties;
    /** Whether two columns of properties have one name. */
    private final boolean repeats;

    private final int[] labels;
    private final int id;
    private final int start;
    private final int end;
    private final NameCache names = new NameCache();

    CsvReader(List<String> header) {
        columns = header.stream().map(CsvColumn::parse).toArray(CsvColumn[]::new);
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
        String label = label(record);
        // Several labels are one here, as TinkerPop has always written them.
        String known = label.isEmpty() ? Vertex.DEFAULT_LABEL : label.replace(";", "::");
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

    /** Of several columns with one name the last that is not empty counts. */
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
        if (record.isAscii() && column.is("string") && !column.array()) {
            sink.property(column.name(), record.bytes(), record.from(index), record.to(index));
        } else {
            sink.property(column.name(), value(record, index));
        }
    }

    private Object value(CsvRecord record, int index) {
        CsvColumn column = columns[index];
        if (column.is("ID")) {
            return EdgeListReader.id(record.text(index));
        }
        boolean isLong = column.is("long");
        if (record.isAscii() && !column.array() && (isLong || column.is("int"))) {
            long number = Digits.parse(record.bytes(), record.from(index), record.to(index));
            if (number != Digits.NONE && isLong) {
                return number;
            }
            if (number != Digits.NONE && number == (int) number) {
                return (int) number;
            }
        }
        return column.value(record.text(index));
    }

    /** An identifier; in a group of its own it is text that begins with the group's name. */
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
