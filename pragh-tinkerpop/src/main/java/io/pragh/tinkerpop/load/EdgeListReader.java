package io.pragh.tinkerpop.load;

import java.io.IOException;
import java.util.regex.Pattern;

/**
 * Reads a list of edges: two identifiers a line and at most a number, the edge's weight; separated by blanks, tabs or
 * a comma, or by the configured delimiter; {@code #} and {@code %} begin a comment. One thread.
 */
// The grammar is that of core.bulk's EdgeLines, which demo and the benchmarks read, with two differences: identifiers
// may be text here, and the third column is read.
final class EdgeListReader {
    static final String VERTEX_LABEL = "vertex";

    private static final Pattern BLANKS_OR_COMMA = Pattern.compile("[ \t]*,[ \t]*|[ \t]+");
    private static final Pattern NUMBER =
            Pattern.compile("[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?|NaN|[+-]?Infinity");
    private static final String MATRIX_MARKET = "%%MatrixMarket";
    private static final int COLUMNS_MAX = 3;
    private static final int NO_DELIMITER = -1;

    private final LoadOptions options;
    private final Pattern separator;
    private final int delimiter;
    private boolean begun;
    private long edges;

    EdgeListReader(LoadOptions options) {
        this.options = options;
        Character wished = options.delimiter();
        this.delimiter = wished == null ? NO_DELIMITER : wished;
        this.separator = wished == null
                ? BLANKS_OR_COMMA
                : Pattern.compile("[ \t]*" + Pattern.quote(wished.toString()) + "[ \t]*");
    }

    /** Adds the edges of all lines. */
    void addAll(LineBytes lines, GraphSink sink) throws IOException {
        while (true) {
            while (addNumbers(lines, sink)) {
                edges++;
            }
            if (!lines.next()) {
                return;
            }
            add(Utf8.text(lines.bytes(), lines.from(), lines.to()), sink);
        }
    }

    /**
     * Adds the edge of a line in the most frequent form: two numbers with a blank, a tab or a comma between them, and
     * a line feed. False for any other, and for none.
     */
    private boolean addNumbers(LineBytes lines, GraphSink sink) {
        byte[] bytes = lines.bytes();
        int filled = lines.filled();
        int from = lines.nextFrom();
        int gap = Digits.run(bytes, from, Math.min(filled, from + Digits.DIGITS_MAX));
        if (gap == from || gap >= filled || !isGap(bytes[gap])) {
            return false;
        }
        int second = gap + 1;
        int end = Digits.run(bytes, second, Math.min(filled, second + Digits.DIGITS_MAX));
        if (end == second || !lines.nextTo(end)) {
            return false;
        }
        begun = true;
        sink.edgeAndEnds(
                Digits.value(bytes, from, gap), options.edgeLabel(), Digits.value(bytes, second, end), VERTEX_LABEL);
        return true;
    }

    private boolean isGap(byte found) {
        return delimiter == NO_DELIMITER ? found == ' ' || found == '\t' || found == ',' : found == delimiter;
    }

    private void add(String text, GraphSink sink) {
        String line = text.strip();
        boolean first = !begun;
        begun = true;
        if (first && line.startsWith(MATRIX_MARKET)) {
            throw new MalformedLine(
                    "not a list of edges: expected=two identifiers a line found=a Matrix Market header; "
                            + "delete the lines that start with a percent sign, and the line of sizes after them");
        }
        if (line.isEmpty() || line.startsWith("#") || line.startsWith("%")) {
            return;
        }
        String[] columns = separator.split(line, -1);
        if (columns.length < 2 || columns.length > COLUMNS_MAX) {
            throw new MalformedLine(
                    "an edge is two identifiers and at most a weight: expected=2 or 3 columns found=" + columns.length
                            + " delimiter="
                            + (options.delimiter() == null ? "blanks, tabs or a comma" : "" + options.delimiter()));
        }
        if (columns[0].isEmpty() || columns[1].isEmpty()) {
            throw new MalformedLine("an edge is two identifiers and at most a weight: expected=an identifier found=an "
                    + "empty column");
        }
        edges++;
        Object weight = columns.length < COLUMNS_MAX || columns[2].isEmpty() ? null : weight(columns[2]);
        sink.edgeAndEnds(id(columns[0]), options.edgeLabel(), id(columns[1]), VERTEX_LABEL);
        if (weight != null) {
            sink.edgeProperty(options.weightKey(), weight);
        }
    }

    /** To be called after the last line. */
    void end() {
        if (edges == 0) {
            throw new MalformedLine("the file has no edges: expected=two identifiers a line found=none; check that it "
                    + "is the right file, and its format");
        }
    }

    /** Always a double, so that the property has one type. */
    private static Double weight(String text) {
        if (!NUMBER.matcher(text).matches()) {
            throw new MalformedLine(
                    "an edge's third column is its weight: expected=a number such as 5 or 0.25 found=" + text);
        }
        return Double.valueOf(text);
    }

    /** An identifier, as a number if it is one. */
    static Object id(String text) {
        try {
            return Long.valueOf(text);
        } catch (NumberFormatException aName) {
            return text;
        }
    }
}
