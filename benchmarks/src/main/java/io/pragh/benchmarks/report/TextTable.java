package io.pragh.benchmarks.report;

import java.util.ArrayList;
import java.util.List;

/**
 * A text table: the first column is left-aligned, all others right-aligned, every column as wide as its widest cell.
 * One thread.
 */
public final class TextTable {
    private final List<List<String>> rows = new ArrayList<>();
    private final int columns;

    /** A table whose headings have one line or, where they contain a line end, more. */
    public TextTable(String... heads) {
        columns = heads.length;
        int lines = 1;
        for (String head : heads) {
            lines = Math.max(lines, (int) head.lines().count());
        }
        for (int line = 0; line < lines; line++) {
            List<String> cells = new ArrayList<>();
            for (String head : heads) {
                List<String> own = head.lines().toList();
                int skipped = lines - own.size();
                cells.add(line < skipped ? "" : own.get(line - skipped));
            }
            rows.add(cells);
        }
    }

    /** Adds a row with a cell for each heading. */
    public TextTable row(String... cells) {
        if (cells.length != columns) {
            throw new IllegalArgumentException("wrong number of cells: cells=" + cells.length + " columns=" + columns);
        }
        rows.add(List.of(cells));
        return this;
    }

    /** All rows, a line end behind each. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < columns; column++) {
                String blanks = " ".repeat(width(column) - row.get(column).length());
                line.append(column == 0 ? row.get(0) + blanks : " " + blanks + row.get(column));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }
}
