package io.pragh.tinkerpop.process.plan;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The value that a {@code by()} makes of each row, or none. Immutable.
 *
 * @param made the type of the value; where it is an element, {@link Reader} gives elements
 */
record Key(Supplier<String> text, Reader reader, RowType made) {
    /** A key that makes values of unknown type. */
    Key(Supplier<String> text, Reader reader) {
        this(text, reader, RowType.VALUE);
    }

    /** This key, with a known type. */
    Key of(RowType known) {
        return known == made ? this : new Key(text, reader, known);
    }

    /** Computes the values of rows. */
    @FunctionalInterface
    interface Reader {
        /**
         * Puts the values of rows from an index to another one into an array that begins with the first of them;
         * {@link Total#NOTHING} for a row without one.
         */
        void read(Run run, Rows rows, int from, int to, @Nullable Object[] into);
    }

    /** The values of rows from an index to another one. */
    @Nullable
    Object[] read(Run run, Rows rows, int from, int to) {
        @Nullable Object[] values = new Object[to - from];
        reader.read(run, rows, from, to, values);
        return values;
    }

    /** A stage that replaces rows by their values, and drops rows without one. */
    Stage stage() {
        return new Stage(text, (run, before) -> new Values(run, before, this));
    }

    /** The operator of {@link #stage}. One thread. */
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
