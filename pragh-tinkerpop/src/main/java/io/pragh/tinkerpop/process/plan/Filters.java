package io.pragh.tinkerpop.process.plan;

import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.VertexRecord;
import io.pragh.tinkerpop.structure.FoundElements;
import io.pragh.tinkerpop.structure.PraghEdge;
import io.pragh.tinkerpop.structure.PraghVertex;
import io.pragh.tinkerpop.structure.StoredTests;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.HasContainer;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.jspecify.annotations.Nullable;

/** Operators that drop rows. Stateless. */
final class Filters {
    private Filters() {}

    /** A condition on rows. */
    @FunctionalInterface
    interface Test {
        /** Sets {@code passed} for each of the rows from an index on. */
        void test(Run run, Rows rows, int start, boolean[] passed);
    }

    /** Passes the rows for which a test is true. */
    static Stage stage(Supplier<String> text, Test test) {
        return new Stage(text, (run, before) -> new Passing(run, before, test));
    }

    /** Passes elements with the wanted properties. Cost: one batch of READs for the vertices, two for the edges. */
    static Stage has(List<HasContainer> containers) {
        return new Stage(() -> "has" + containers, (opened, before) -> {
            StoredTests tests = new StoredTests(Holes.filled(containers, opened.values));
            return new Passing(opened, before, (run, rows, start, passed) -> {
                if (rows.type == RowType.VERTEX) {
                    vertices(run, rows, start, tests, passed);
                } else {
                    edges(run, rows, start, tests, passed);
                }
            });
        });
    }

    private static void vertices(Run run, Rows rows, int start, StoredTests tests, boolean[] passed) {
        for (int from = start; from < rows.count; from += Operator.ALL) {
            int to = Math.min(rows.count, from + Operator.ALL);
            @Nullable VertexRecord[] records = run.read(rows.numbers, from, to);
            for (int i = from; i < to; i++) {
                VertexRecord record = records[i - from];
                passed[i] = record != null && tests.pass(new PraghVertex(run.store, record));
            }
        }
    }

    private static void edges(Run run, Rows rows, int start, StoredTests tests, boolean[] passed) {
        for (int from = start; from < rows.count; from += FoundElements.TOGETHER) {
            int to = Math.min(rows.count, from + FoundElements.TOGETHER);
            Edge[] edges = FoundElements.edges(run.store, run.transaction(), edges(rows, from, to));
            for (int i = from; i < to; i++) {
                passed[i] = tests.pass(edges[i - from]);
            }
        }
    }

    /** The edges of rows from an index to another one. */
    static List<EdgeRef> edges(Rows rows, int from, int to) {
        List<EdgeRef> refs = new ArrayList<>(to - from);
        for (int row = from; row < to; row++) {
            refs.add((EdgeRef) Objects.requireNonNull(rows.objects[row]));
        }
        return refs;
    }

    /** Whether the transaction has removed the element of a row. Cost: none. */
    static boolean isGone(GraphTransaction transaction, Rows rows, int row) {
        if (rows.type == RowType.VERTEX) {
            return transaction.isRemoved(rows.numbers[row]);
        }
        return rows.type == RowType.EDGE
                ? transaction.isRemoved((EdgeRef) Objects.requireNonNull(rows.objects[row]))
                : rows.type == RowType.VALUE && isGone(transaction, rows.objects[row]);
    }

    /**
     * As {@link #isGone(GraphTransaction, Rows, int)}, for values: they may include elements, where several chains
     * meet.
     */
    private static boolean isGone(GraphTransaction transaction, @Nullable Object value) {
        return value instanceof PraghVertex vertex
                ? transaction.isRemoved(vertex.vid())
                : value instanceof PraghEdge edge && transaction.isRemoved(edge.ref());
    }

    /** Passes values for which a predicate is true. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // a predicate checks what it can compare
    static Stage is(P<?> predicate) {
        return stage(() -> "is(" + predicate + ")", (run, rows, start, passed) -> {
            for (int row = start; row < rows.count; row++) {
                passed[row] = ((P) predicate).test(rows.value(row));
            }
        });
    }

    /** Passes rows from which another chain has a result, or has none. */
    static Stage where(Chain chain, boolean wanted) {
        return stage(() -> (wanted ? "where(" : "not(") + chain + ")", (run, rows, start, passed) -> {
            boolean[] found = leads(run, rows, start, chain);
            for (int row = start; row < rows.count; row++) {
                passed[row] = found[row] == wanted;
            }
        });
    }

    /**
     * Passes rows from which all of several chains have a result, or any of them. A row that a chain has decided does
     * not enter the chains behind it, which may be unable to compare its value.
     */
    static Stage connect(List<Chain> chains, boolean all) {
        return stage(() -> (all ? "and" : "or") + chains, (run, rows, start, passed) -> {
            boolean[] decided = new boolean[rows.count];
            for (Chain chain : chains) {
                boolean[] found = leads(run, rows, start, decided, chain);
                for (int row = start; row < rows.count; row++) {
                    decided[row] |= found[row] != all;
                }
            }
            for (int row = start; row < rows.count; row++) {
                passed[row] = decided[row] != all;
            }
        });
    }

    /** For each row, whether a chain from there has a result. */
    static boolean[] leads(Run run, Rows rows, int start, Chain chain) {
        return leads(run, rows, start, new boolean[0], chain);
    }

    /** The same, but false for rows to skip. */
    private static boolean[] leads(Run run, Rows rows, int start, boolean[] skipped, Chain chain) {
        boolean[] found = new boolean[rows.count];
        Feed feed = Feed.alone(rows, skipped, start, rows.count);
        Operator operator = chain.open(run.within(feed), feed);
        Rows more = operator.next(Operator.ALL);
        while (more != null) {
            for (int row = 0; row < more.count; row++) {
                found[more.origin(row)] = true;
            }
            more = operator.next(Operator.ALL);
        }
        return found;
    }

    private static final class Passing extends PerRow {
        private final Run run;
        private final Test test;
        private boolean[] passed = {};

        Passing(Run run, Operator before, Test test) {
            super(run, before);
            this.run = run;
            this.test = test;
        }

        @Override
        int make(Rows from, int start, int wanted) {
            passed = passed.length < from.count ? new boolean[from.count] : passed;
            test.test(run, from, start, passed);
            rows.begin(from.type, from.count - start, from);
            for (int row = start; row < from.count; row++) {
                if (passed[row]) {
                    rows.add(from, row);
                    source(row);
                }
            }
            return from.count;
        }
    }
}
