package io.pragh.tinkerpop.process.plan;

import io.pragh.core.property.EdgeQuery;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.Neighbours;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Operators that make one value of all rows. Stateless. */
final class Totals {
    private Totals() {}

    /** Makes a value of all rows; there is no result where it returns {@link Total#NOTHING}. */
    @FunctionalInterface
    interface Whole {
        /** Computes the value. */
        @Nullable
        Object of(Run run, Operator before);
    }

    static Stage stage(Supplier<String> text, Whole total) {
        return new Stage(text, (run, before) -> new Operator() {
            private boolean given;

            @Override
            public @Nullable Rows next(int wanted) {
                if (given) {
                    return null;
                }
                given = true;
                Object value = total.of(run, before);
                if (value == Total.NOTHING) {
                    return null;
                }
                Rows rows = new Rows().begin(RowType.VALUE, 1, false, false);
                rows.objects[rows.count++] = value;
                return rows;
            }

            @Override
            public int rewind(int used) {
                return 1; // all were taken before it was given
            }
        });
    }

    /** The number of traversers. */
    static Stage count() {
        return stage(() -> "count", (run, before) -> {
            long sum = 0;
            for (Rows rows = before.next(Operator.ALL); rows != null; rows = before.next(Operator.ALL)) {
                sum = Math.addExact(sum, rows.traversers());
            }
            return sum;
        });
    }

    /** The number of traversers behind a hop. Cost: a batch of READs of heads of lists, no entry. */
    static Stage count(Expand.Hop hop) {
        return stage(() -> hop.text() + " → count", (run, before) -> {
            EdgeQuery query = hop.query(run);
            long[] counts = {};
            long sum = 0;
            for (Rows rows = before.next(Operator.ALL); rows != null; rows = before.next(Operator.ALL)) {
                for (int from = 0; from < rows.count; from += Operator.ALL) {
                    run.check();
                    int to = Math.min(rows.count, from + Operator.ALL);
                    counts = counts.length < to - from ? new long[to - from] : counts;
                    GraphTransaction transaction = run.transaction();
                    synchronized (transaction) {
                        transaction.hops().count(rows.numbers, from, to, query, counts);
                    }
                    for (int row = from; row < to; row++) {
                        sum = Math.addExact(sum, Math.multiplyExact(counts[row - from], rows.bulk(row)));
                    }
                }
            }
            return sum;
        });
    }

    /** One value of all rows. */
    static Stage of(Total.Kind kind) {
        return stage(kind::text, (run, before) -> {
            Total total = kind.open().get();
            int[] groupOf = {};
            for (Rows rows = before.next(Operator.ALL); rows != null; rows = before.next(Operator.ALL)) {
                groupOf = groupOf.length < rows.count ? new int[rows.count] : groupOf;
                total.take(run, rows, groupOf);
            }
            return total.of(0);
        });
    }

    /**
     * The sum of the identifiers behind a hop. Cost: as for {@link Expand}; where vertices are identified by their
     * numbers no entry is copied.
     */
    static Stage sumOfIdentifiers(Expand.Hop hop) {
        Stage slow = of(Total.sum());
        return new Stage(() -> hop.text() + " → id → sum", (run, before) -> {
            GraphTransaction transaction = run.transaction();
            boolean isNumber;
            synchronized (transaction) {
                isNumber = transaction.isCalledByNumbers();
            }
            if (!isNumber) {
                Operator expanded = hop.stage().opener().open(run, before);
                return slow.opener()
                        .open(run, Projections.identifiers().opener().open(run, expanded));
            }
            return stage(() -> "", (again, from) -> sumOfNumbers(run, from, hop.query(run)))
                    .opener()
                    .open(run, before);
        });
    }

    private static Object sumOfNumbers(Run run, Operator before, EdgeQuery query) {
        Neighbours work = new Neighbours();
        long[] sums = {};
        long sum = 0;
        boolean any = false;
        for (Rows rows = before.next(Operator.ALL); rows != null; rows = before.next(Operator.ALL)) {
            for (int from = 0; from < rows.count; from += Operator.ALL) {
                run.check();
                int to = Math.min(rows.count, from + Operator.ALL);
                sums = sums.length < to - from ? new long[to - from] : sums;
                GraphTransaction transaction = run.transaction();
                boolean found;
                synchronized (transaction) {
                    found = transaction.hops().sum(rows.numbers, from, to, query, sums, work);
                }
                any |= found;
                for (int row = from; row < to; row++) {
                    sum = Math.addExact(sum, Math.multiplyExact(sums[row - from], rows.bulk(row)));
                }
            }
        }
        return any ? (Object) sum : Total.NOTHING;
    }

    /** The number of traversers at each value, in a map that iterates as Gremlin's does. */
    static Stage countEach() {
        return stage(() -> "groupCount", (run, before) -> {
            Map<@Nullable Object, Long> counts = new HashMap<>();
            LongTable numbers = new LongTable();
            Budget.Holder holder = run.holder("groupCount");
            long bytes = 0;
            for (Rows rows = before.next(Operator.ALL); rows != null; rows = before.next(Operator.ALL)) {
                for (int row = 0; row < rows.count; row++) {
                    if (rows.type == RowType.NUMBER) {
                        numbers.add(rows.numbers[row], rows.bulk(row));
                    } else {
                        int known = counts.size();
                        counts.merge(rows.objects[row], rows.bulk(row), Math::addExact);
                        bytes += known == counts.size() ? 0 : Group.bytes(rows.objects[row]);
                    }
                }
                holder.now(bytes + numbers.bytes());
            }
            for (int i = 0; i < numbers.size(); i++) {
                counts.merge(numbers.key(i), numbers.count(i), Math::addExact);
            }
            return counts;
        });
    }
}
