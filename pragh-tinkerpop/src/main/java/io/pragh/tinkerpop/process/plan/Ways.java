package io.pragh.tinkerpop.process.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.tinkerpop.gremlin.process.traversal.Compare;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.Path;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.MutablePath;
import org.jspecify.annotations.Nullable;

/** Operators and keys on the paths of rows. Stateless. */
final class Ways {
    private Ways() {}

    /**
     * The whole path, each place by the next one of some keys in turn, which exist for every type of place. Cost: as
     * for the keys; each place once.
     */
    static Key path(List<Map<RowType, Key>> keys) {
        return new Key(
                () -> "path"
                        + (keys.isEmpty()
                                ? ""
                                : keys.stream()
                                        .map(each -> each.values().iterator().next())
                                        .toList()),
                (run, rows, from, to, into) -> {
                    Places places = new Places(run, keys);
                    for (int row = from; row < to; row++) {
                        places.note(rows.trail(row));
                    }
                    places.read();
                    for (int row = from; row < to; row++) {
                        into[row - from] = places.path(rows.trail(row));
                    }
                });
    }

    private static Trail way(Rows rows, int row) {
        return Objects.requireNonNull(rows.trail(row));
    }

    /** Reads the values at the places of some paths, each distinct place once. One thread. */
    private static final class Places {
        private final Run run;
        private final List<Map<RowType, Key>> keys;
        /** For each key in turn, and each type, the places to read, and their values. */
        private final Map<RowType, Column>[] columns;

        @SuppressWarnings({"unchecked", "rawtypes"}) // an array of maps
        Places(Run run, List<Map<RowType, Key>> keys) {
            this.run = run;
            this.keys = keys;
            this.columns = new Map[Math.max(1, keys.size())];
            for (int i = 0; i < columns.length; i++) {
                columns[i] = new HashMap<>();
            }
        }

        private Column column(Trail place) {
            return columns[(place.length - 1) % columns.length].computeIfAbsent(place.type, Column::new);
        }

        void note(@Nullable Trail way) {
            for (Trail place = way; place != null; place = place.before) {
                column(place).note(place);
            }
        }

        void read() {
            for (int i = 0; i < columns.length; i++) {
                for (Column column : columns[i].values()) {
                    Key key = keys.isEmpty()
                            ? Keys.ITSELF
                            : keys.get(i).get(column.rows.type == RowType.NUMBER ? RowType.VALUE : column.rows.type);
                    column.read(run, Objects.requireNonNull(key));
                }
            }
        }

        /** The path; no value where a key has none. */
        Object path(@Nullable Trail way) {
            List<Trail> places = new ArrayList<>();
            for (Trail place = way; place != null; place = place.before) {
                places.add(place);
            }
            Path path = MutablePath.make();
            for (int i = places.size() - 1; i >= 0; i--) {
                Trail place = places.get(i);
                Object value = column(place).of(place);
                if (value == Total.NOTHING) {
                    return Total.NOTHING;
                }
                path.extend(value, place.labels);
            }
            return path;
        }
    }

    /** Places of one type, each once. One thread. */
    private static final class Column {
        final Rows rows = new Rows();
        private final LongTable numbers = new LongTable();
        private final Map<@Nullable Object, Integer> objects = new HashMap<>();
        private @Nullable Object[] values = {};

        Column(RowType type) {
            rows.begin(type, 1, false, false);
        }

        void note(Trail place) {
            boolean isNew = Trail.isNumber(rows.type)
                    ? numbers.add(place.number, 1)
                    : objects.putIfAbsent(place.object, rows.count) == null;
            if (isNew) {
                place.into(rows, rows, 0);
            }
        }

        void read(Run run, Key key) {
            values = key.read(run, rows, 0, rows.count);
        }

        @Nullable
        Object of(Trail place) {
            return values[
                    Trail.isNumber(rows.type)
                            ? numbers.place(place.number)
                            : Objects.requireNonNull(objects.get(place.object))];
        }
    }

    /** Passes rows whose path has no repeated place, or those whose path has one. */
    static Stage simple(boolean isSimple) {
        return Filters.stage(() -> isSimple ? "simplePath" : "cyclicPath", (run, rows, start, passed) -> {
            for (int row = start; row < rows.count; row++) {
                passed[row] = way(rows, row).isSimple() == isSimple;
            }
        });
    }

    /** Returns to the place with a label; rows without such a place are dropped. */
    static Stage select(String label, RowType type) {
        return new Stage(() -> "select[" + label + "]", (run, before) -> new PerRow(run, before) {
            @Override
            int make(Rows from, int start, int wanted) {
                rows.begin(type, from.count - start, from);
                for (int row = start; row < from.count; row++) {
                    Trail way = from.trail(row);
                    Trail place = way == null ? null : way.last(label);
                    if (place != null) {
                        place.into(rows, from, row);
                        source(row);
                    }
                }
                return from.count;
            }
        });
    }

    /** The value at the place with a label, by a key for its type. Cost: that of the key. */
    static Key at(String label, RowType type, Key key) {
        return new Key(
                () -> label + (key.reader() == Keys.ITSELF.reader() ? "" : " " + key), (run, rows, from, to, into) -> {
                    Rows places = new Rows().begin(type, to - from, false, false);
                    int[] rowOf = new int[to - from];
                    for (int row = from; row < to; row++) {
                        into[row - from] = Total.NOTHING;
                        Trail way = rows.trail(row);
                        Trail place = way == null ? null : way.last(label);
                        if (place != null) {
                            rowOf[places.count] = row;
                            place.into(places, places, 0);
                        }
                    }
                    @Nullable Object[] values = key.read(run, places, 0, places.count);
                    for (int i = 0; i < values.length; i++) {
                        into[rowOf[i] - from] = values[i];
                    }
                });
    }

    /** Maps from labels to the values at their places; rows that do not have all of them are dropped. */
    static Key select(List<String> labels, List<Key> places) {
        return new Key(() -> "select" + places, (run, rows, from, to, into) -> {
            List<@Nullable Object[]> columns = new ArrayList<>();
            for (Key place : places) {
                columns.add(place.read(run, rows, from, to));
            }
            for (int i = 0; i < to - from; i++) {
                into[i] = map(labels, columns, i);
            }
        });
    }

    private static Object map(List<String> labels, List<@Nullable Object[]> columns, int row) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (int i = 0; i < labels.size(); i++) {
            Object value = columns.get(i)[row];
            if (value == Total.NOTHING) {
                return Total.NOTHING;
            }
            map.put(labels.get(i), value);
        }
        return map;
    }

    /**
     * Passes rows for which a predicate holds on the values of two keys; rows without one of the values are dropped.
     */
    @SuppressWarnings({"unchecked", "rawtypes"}) // a predicate checks what it can compare
    static Stage where(Key one, P<?> predicate, Key other) {
        return Filters.stage(
                () -> "where(" + one + " " + predicate.getBiPredicate() + " " + other + ")",
                (run, rows, start, passed) -> {
                    @Nullable Object[] ones = one.read(run, rows, start, rows.count);
                    @Nullable Object[] others = other.read(run, rows, start, rows.count);
                    for (int row = start; row < rows.count; row++) {
                        Object left = ones[row - start];
                        Object right = others[row - start];
                        passed[row] = left != Total.NOTHING
                                && right != Total.NOTHING
                                && ((P) predicate).getBiPredicate().test(left, right);
                    }
                });
    }

    /** Passes rows at the same vertex as a labelled place, or at another one. Cost: none. */
    static Stage whereVertex(@Nullable String one, Compare how, String other) {
        return Filters.stage(
                () -> "where(" + (one == null ? "" : one + " ") + how + " " + other + ")",
                (run, rows, start, passed) -> {
                    for (int row = start; row < rows.count; row++) {
                        Trail way = way(rows, row);
                        long left = one == null ? rows.numbers[row] : Objects.requireNonNull(way.last(one)).number;
                        long right = Objects.requireNonNull(way.last(other)).number;
                        passed[row] = left == right == (how == Compare.eq);
                    }
                });
    }
}
