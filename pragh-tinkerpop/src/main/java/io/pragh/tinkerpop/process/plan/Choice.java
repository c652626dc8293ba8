package io.pragh.tinkerpop.process.plan;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.Pick;
import org.jspecify.annotations.Nullable;

/** Selects which of several chains each row takes, evaluated for each row as if it were alone. Immutable. */
sealed interface Choice {
    /** The chains, in the order in which they are followed. */
    List<Chain> chains();

    /** For each chain, the rows that do not take it. */
    boolean[][] skipped(Run run, Rows rows);

    /** The first of two chains where a test has a result, and the other one elsewhere. */
    record IfThen(Chain test, List<Chain> chains) implements Choice {
        @Override
        public boolean[][] skipped(Run run, Rows rows) {
            boolean[] so = Filters.leads(run, rows, 0, test);
            boolean[] otherwise = new boolean[so.length];
            for (int row = 0; row < so.length; row++) {
                otherwise[row] = !so[row];
            }
            return new boolean[][] {otherwise, so};
        }

        @Override
        public String toString() {
            return "[" + test + ", " + chains.get(0) + ", " + chains.get(1) + "]";
        }
    }

    /**
     * A chain, and its condition: the row's value passes a test, or a {@link Pick} selects the chain.
     *
     * @param test null where a {@code Pick} selects the chain
     * @param pick null where a test selects the chain
     */
    record Option(@Nullable P<?> test, @Nullable Pick pick, Chain chain) {
        @SuppressWarnings({"unchecked", "rawtypes"}) // a predicate checks what it can compare
        private boolean isFor(@Nullable Object value) {
            return value instanceof Pick word ? word == pick : test != null && ((P) test).test(value);
        }

        @Override
        public String toString() {
            return (test == null ? pick : test) + ": " + chain;
        }
    }

    /**
     * The chains whose tests the row's value passes.
     *
     * @param value the compared value
     * @param hasValue whether every row has such a value, except for removed elements
     * @param first whether a row takes only the first of several
     */
    record Options(Key value, boolean hasValue, boolean first, List<Option> options) implements Choice {
        @Override
        public List<Chain> chains() {
            return options.stream().map(Option::chain).toList();
        }

        @Override
        public boolean[][] skipped(Run run, Rows rows) {
            boolean[][] skipped = new boolean[options.size()][rows.count];
            for (boolean[] each : skipped) {
                Arrays.fill(each, true);
            }
            @Nullable Object[] values = value.read(run, rows, 0, rows.count);
            for (int row = 0; row < values.length; row++) {
                boolean isGone = hasValue && values[row] == Total.NOTHING;
                if (!isGone) {
                    choose(values[row] == Total.NOTHING ? Pick.unproductive : values[row], row, skipped);
                }
            }
            return skipped;
        }

        /** As Gremlin does it: all tests see the value, and the options for no match come before those for any. */
        private void choose(@Nullable Object found, int row, boolean[][] skipped) {
            boolean isTaken = false;
            for (int i = 0; i < skipped.length; i++) {
                if (options.get(i).isFor(found) && !(first && isTaken)) {
                    skipped[i][row] = false;
                    isTaken = true;
                }
            }
            for (int i = 0; i < skipped.length; i++) {
                Pick pick = options.get(i).pick();
                if (pick == Pick.any || pick == Pick.none && !isTaken) {
                    skipped[i][row] = false;
                }
            }
        }

        @Override
        public String toString() {
            return options.stream().map(Option::toString).collect(Collectors.joining(", ", "[" + value + " → ", "]"));
        }
    }
}
