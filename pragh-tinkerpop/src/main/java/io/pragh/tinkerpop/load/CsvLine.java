package io.pragh.tinkerpop.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A record of a CSV file: quotes may hold commas, line ends and doubled quotes. Immutable. */
record CsvLine(List<String> fields) {
    /** The source of a record's further lines. */
    interface Lines {
        /** The next line; null when there is none. */
        @Nullable
        String next() throws IOException;
    }

    /** The record that begins with a line. */
    static CsvLine read(String first, Lines more, char separator) throws IOException {
        String line = first;
        long chars = line.length();
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; ; i++) {
            if (i >= line.length()) {
                if (!quoted) {
                    break;
                }
                line = more.next();
                if (line == null) {
                    throw new MalformedLine("a quote is opened and never closed");
                }
                chars += line.length() + 1;
                if (chars > LineBytes.LINE_BYTES_MAX) {
                    throw new MalformedLine(
                            "a quote is opened and not closed for too long: charactersMax=" + LineBytes.LINE_BYTES_MAX);
                }
                field.append('\n');
                i = -1;
                continue;
            }
            char next = line.charAt(i);
            if (quoted && next == '"' && i + 1 < line.length() && line.charAt(i + 1) == '"') {
                field.append('"');
                i++;
            } else if (next == '"' && (quoted || field.isEmpty())) {
                quoted = !quoted;
            } else if (next == separator && !quoted) {
                fields.add(field.toString());
                field.setLength(0);
            } else {
                field.append(next);
            }
        }
        fields.add(field.toString());
        return new CsvLine(fields);
    }
}
