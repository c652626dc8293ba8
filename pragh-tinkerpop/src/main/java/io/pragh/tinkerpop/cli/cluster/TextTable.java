package io.pragh.tinkerpop.cli.cluster;

import java.util.ArrayList;
import java.util.List;

/**
 * A table with headings, every column as wide as its widest entry; entries that begin with a digit are right-aligned.
 * One thread.
 */
final class TextTable {
    private static final String GAP = "  ";

    private final List<String[]> rows = new ArrayList<>();

    TextTable(String... headings) {
        rows.add(headings.clone());
    }

    /** Adds a row with an entry for each heading. */
    void row(String... entries) {
        if (entries.length != rows.get(0).length) {
            throw new IllegalArgumentException("a row has an entry for each heading: entries=" + entries.length);
        }
        rows.add(entries.clone());
    }

    List<String> lines() {
        int columns = rows.get(0).length;
        int[] widths = new int[columns];
        boolean[] numbers = new boolean[columns];
        for (int column = 0; column < columns; column++) {
            numbers[column] = rows.size() > 1;
            for (int row = 0; row < rows.size(); row++) {
                String entry = rows.get(row)[column];
                widths[column] = Math.max(widths[column], entry.length());
                boolean number = entry.isEmpty() || entry.matches("[0-9][0-9,.]*(%| [KMG]iB)?");
                numbers[column] &= row == 0 || number;
            }
        }
        List<String> lines = new ArrayList<>();
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < columns; column++) {
                String space = " ".repeat(widths[column] - row[column].length());
                line.append(column == 0 ? "" : GAP);
                line.append(numbers[column] ? space + row[column] : row[column] + space);
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }
}
