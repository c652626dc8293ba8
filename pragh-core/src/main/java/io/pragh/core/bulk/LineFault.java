package io.pragh.core.bulk;

import java.nio.charset.StandardCharsets;

/** Explains in words why a line is not an edge. Immutable. */
// The parser only detects that a line does not match, and passes its bytes on; this class parses the line again,
// slowly, and finds the words. So the fast path has no diagnosis.
record LineFault(String found, String expected, String advice) {
    private static final int SHOWN_CHARS_MAX = 40;
    private static final String EDGE = "source and target vertex id separated by blanks, tabs or a comma";
    private static final String ID = "a vertex id from 0 to " + EdgeSource.VERTEX_ID_MAX;
    private static final String ADVICE_TEXT = "give a text file with one edge per line, plain or gzip";
    private static final String ADVICE_COMMENT =
            "put # before a header or comment line; bin/pragh load takes names, too";

    /** A line that fills the whole buffer without an end. */
    static LineFault tooLong(byte[] bytes, int from, int lengthMax) {
        String line = text(bytes, from, from + lengthMax);
        if (binary(line)) {
            return ofBinary(line);
        }
        return new LineFault("a line longer than " + lengthMax + " bytes", EDGE, ADVICE_TEXT);
    }

    /** The coordinate format, whose second header line looks like an edge and would be loaded as one. */
    static LineFault matrixMarket() {
        return new LineFault(
                "a Matrix Market header",
                "an edge list",
                "delete the lines that start with % and the line of sizes after them");
    }

    /** Explains the line {@code bytes[from, to)}, given without its line end. */
    static LineFault of(byte[] bytes, int from, int to) {
        String line = text(bytes, from, to);
        if (binary(line)) {
            return ofBinary(line);
        }
        String[] columns = line.strip().split("[ \t]*,[ \t]*|[ \t]+", -1);
        for (int i = 0; i < Math.min(2, columns.length); i++) {
            if (!number(columns[i]) || tooLarge(columns[i])) {
                return ofColumn(columns[i]);
            }
        }
        if (columns.length == 1) {
            return new LineFault("one column " + quoted(columns[0]), EDGE, "complete the line or delete it");
        }
        return new LineFault(
                columns.length + " columns " + quoted(line.strip()),
                EDGE + " and at most a weight",
                "cut the other columns off");
    }

    private static LineFault ofColumn(String column) {
        if (column.isEmpty()) {
            return new LineFault("an empty column", ID, "fill the column or delete the line");
        }
        boolean outOfRange = number(column) || column.startsWith("-");
        return new LineFault(quoted(column), ID, outOfRange ? "renumber the vertices" : ADVICE_COMMENT);
    }

    private static boolean number(String column) {
        return !column.isEmpty() && column.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private static boolean tooLarge(String digits) {
        String significant = digits.replaceFirst("^0+(?=.)", "");
        String largest = Long.toString(EdgeSource.VERTEX_ID_MAX);
        return significant.length() > largest.length()
                || (significant.length() == largest.length() && significant.compareTo(largest) > 0);
    }

    private static LineFault ofBinary(String line) {
        if (!binary(line.replace("\r", ""))) {
            return new LineFault("a carriage return inside " + quoted(line), EDGE, "end lines with a line feed");
        }
        return new LineFault("binary data " + quoted(line), EDGE, ADVICE_TEXT);
    }

    private static String text(byte[] bytes, int from, int to) {
        int end = to > from && bytes[to - 1] == '\r' ? to - 1 : to;
        return new String(bytes, from, end - from, StandardCharsets.ISO_8859_1);
    }

    private static boolean binary(String line) {
        return line.chars().anyMatch(c -> (c < ' ' && c != '\t') || c == 0x7f);
    }

    private static String quoted(String text) {
        StringBuilder shown = new StringBuilder("'");
        for (int i = 0; i < Math.min(text.length(), SHOWN_CHARS_MAX); i++) {
            char c = text.charAt(i);
            shown.append(c >= ' ' && c < 0x7f ? String.valueOf(c) : String.format("\\x%02x", (int) c));
        }
        return shown.append(text.length() > SHOWN_CHARS_MAX ? "'..." : "'").toString();
    }
}
