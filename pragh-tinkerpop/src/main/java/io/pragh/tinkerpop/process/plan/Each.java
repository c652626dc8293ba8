package io.pragh.tinkerpop.process.plan;

import io.pragh.core.property.EdgeQuery;
import io.pragh.core.property.GraphTransaction;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Operators of an inner chain that work on the results of each outer row separately. Stateless. */
final class Each {
    private Each() {}

    /** One value of all results of an outer row; also of no result, where the total has a value of nothing. */
    static Stage total(Total.Kind kind) {
        return new Stage(kind::text, (run, before) -> new Values(run) {
            private final Total total = kind.open().get();

            @Override
            void gather() {
                for (Rows rows = before.next(ALL); rows != null; rows = before.next(ALL)) {
                    total.take(run, rows, Objects.requireNonNull(rows.origins));
                }
            }

            @Override
            @Nullable
            Object of(int origin) {
                return total.of(origin);
            }
        });
    }

    /** Counts the traversers behind a hop. Cost: a batch of READs of heads of lists, no entry. */
    static Stage count(Expand.Hop hop) {
        return new Stage(() -> hop.text() + " → count", (run, before) -> new Values(run) {
            private final long[] sums = new long[feed.end() - feed.start()];

            @Override
            void gather() {
                EdgeQuery query = hop.query(run);
                long[] counts = {};
                for (Rows rows = before.next(ALL); rows != null; rows = before.next(ALL)) {
                    counts = counts.length < rows.count ? new long[rows.count] : counts;
                    run.check();
                    GraphTransaction transaction = run.transaction();
                    synchronized (transaction) {
                        transaction.hops().count(rows.numbers, 0, rows.count, query, counts);
                    }
                    for (int row = 0; row < rows.count; row++) {
                        int place = rows.origin(row) - feed.start();
                        sums[place] = Math.addExact(sums[place], Math.multiplyExact(counts[row], rows.bulk(row)));
                    }
                }
            }

            @Override
            Object of(int origin) {
                return sums[origin - feed.start()];
            }
        });
    }

    /** Gives one value for each outer row. One thread. */
    private abstract static class Values implements Operator {
        final Feed feed;
        private final Rows rows = new Rows();
        private boolean given;

        Values(Run run) {
            this.feed = Objects.requireNonNull(run.feed);
        }

        /** Takes all rows. */
        abstract void gather();

        /** The value of an outer row, or {@link Total#NOTHING}. */
        abstract @Nullable Object of(int origin);

        @Override
        public @Nullable Rows next(int wanted) {
            if (given) {
                return null;
            }
            given = true;
            gather();
            rows.begin(RowType.VALUE, feed.end() - feed.start(), false, true);
            for (int origin = feed.start(); origin < feed.end(); origin++) {
                Object value = feed.skips(origin) ? Total.NOTHING : of(origin);
                int[] origins = rows.origins;
                if (value != Total.NOTHING && origins != null) {
                    rows.objects[rows.count] = value;
                    origins[rows.count++] = origin;
                }
            }
            return rows.count == 0 ? null : rows;
        }

        @Override
        public int rewind(int used) {
            return rows.count; // the transaction changes nothing while an inner traversal runs
        }
    }

    /** Passes each distinct object once for each outer row. */
    static Stage dedup() {
        return new Stage(() -> "dedup", (run, before) -> new PerRow(run, before) {
            private final Map<Integer, Set<@Nullable Object>> seen = new HashMap<>();
            private final Budget.Holder holder = run.holder("dedup");
            private long bytes;

            @Override
            int make(Rows from, int start, int wanted) {
                rows.begin(from.type, from.count - start, false, true, from.trails != null);
                for (int row = start; row < from.count; row++) {
                    Object what = Trail.isNumber(from.type) ? (Object) from.numbers[row] : from.objects[row];
                    if (seen.computeIfAbsent(from.origin(row), origin -> new HashSet<>())
                            .add(what)) {
                        rows.add(from, row);
                        source(row);
                        bytes += Dedup.bytes(what);
                    }
                }
                holder.now(bytes);
                return from.count;
            }
        });
    }

    /** Passes a range of the traversers of each outer row; {@code high} -1 for no end. */
    static Stage range(long low, long high) {
        return new Stage(() -> "range(" + low + "," + high + ")", (run, before) -> new PerRow(run, before) {
            private final Map<Integer, Long> passed = new HashMap<>();

            @Override
            int make(Rows from, int start, int wanted) {
                rows.begin(from.type, from.count - start, true, true, from.trails != null);
                for (int row = start; row < from.count; row++) {
                    long behind = passed.merge(from.origin(row), from.bulk(row), Math::addExact);
                    long first = Math.max(low, behind - from.bulk(row));
                    long last = high < 0 ? behind : Math.min(high, behind);
                    if (first < last) {
                        rows.add(from, row);
                        source(row);
                        Objects.requireNonNull(rows.bulks)[rows.count - 1] = last - first;
                    }
                }
                return from.count;
            }
        });
    }
}
