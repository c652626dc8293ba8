package io.pragh.tinkerpop.process.plan;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a {@code by()} makes of each row: one value, or none. Immutable.
 *
 * @param made the type of what it makes; elements are what {@link Reader} gives where it is theirs
 */
record Key(Supplier<String> text, Reader reader, RowType made) {
    /** One of which nothing is known but that it makes values. */
    Key(Supplier<String> text, Reader reader) {
        this(text, reader, RowType.VALUE);
    }

    /** The same, of which more is known. */
    Key of(RowType known) {
        return known == made ? this : new Key(text, reader, known);
    }

    /** Finds the values of rows. */
    @FunctionalInterface
    interface Reader {
        /** Puts the values of rows from an index to another one into an array that begins with the first of them; {@link Total#NOTHING} where there is none. */
        void read(Run run, Rows rows, int from, int to, @Nullable Object[] into);
    }

    /** The values of rows from an index to another one. */
    @Nullable
    Object[] read(Run run, Rows rows, int from, int to) {
        @Nullable Object[] values = new Object[to - from];
        reader.read(run, rows, from, to, values);
        return values;
    }

    /** Rows of the values for rows that have one. */
    Stage stage() {
        return new Stage(text, (run, before) -> new Values(run, before, this));
    }

    /** Rows of values. One thread. */
    static class Values extends PerRow {
        final Run run;
        private final Key key;

        Values(Run run, Operator before, Key key) {
            super(run, before);
            this.run = run;
            this.key = key;
        }

        @Override
        int make(Rows taken, int start, int wanted) {
            int end = Math.min(taken.count, start + ALL);
            @Nullable Object[] values = key.read(run, taken, start, end);
            rows.begin(key.made, end - start, taken);
            for (int row = start; row < end; row++) {
                if (values[row - start] != Total.NOTHING) {
                    Elements.add(values[row - start], rows.type, rows, taken, row);
                    source(row);
                }
            }
            return end;
        }
    }

    @Override
    public String toString() {
        return text.get();
    }
}
