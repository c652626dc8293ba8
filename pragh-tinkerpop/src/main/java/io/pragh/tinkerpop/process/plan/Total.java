package io.pragh.tinkerpop.process.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.MeanGlobalStep;
import org.apache.tinkerpop.gremlin.util.NumberHelper;
import org.jspecify.annotations.Nullable;

/** Computes one value of many rows, for each of some groups of them. One thread. */
abstract class Total {
    /** Stands for no value. */
    static final Object NOTHING = new Object();

    private static final int GROUP_BYTES = 32;

    /**
     * The kind of a total.
     *
     * @param ofElements whether it accepts elements
     */
    record Kind(String text, boolean ofElements, Supplier<Total> open) {
        @Override
        public String toString() {
            return text;
        }
    }

    /** The intermediate value of each group. */
    private @Nullable Object[] groups = {};

    private Budget.@Nullable Holder holder;
    /** Bytes that groups hold beside one value. */
    private long bytes;

    /** Adds rows, each to the group with the given index; to none where that is negative. */
    final void take(Run run, Rows rows, int[] groupOf) {
        for (int row = 0; row < rows.count; row++) {
            bytes += groupOf[row] < 0 ? 0 : bytes(rows, row);
        }
        Budget.Holder told = holder == null ? run.holder(step()) : holder;
        holder = told;
        told.now(bytes + (long) GROUP_BYTES * groups.length);
        addAll(run, rows, groupOf);
    }

    /** The approximate bytes that a row adds to the value of its group. */
    long bytes(Rows rows, int row) {
        return 0;
    }

    /** Name of the step that holds the memory. */
    String step() {
        return "group";
    }

    /** Adds rows once there is room for their groups. */
    void addAll(Run run, Rows rows, int[] groupOf) {
        for (int row = 0; row < rows.count; row++) {
            if (groupOf[row] >= 0) {
                add(groupOf[row], rows.value(row), rows.bulk(row));
            }
        }
    }

    final void add(int group, @Nullable Object value, long bulk) {
        if (group >= groups.length) {
            int known = groups.length;
            groups = Arrays.copyOf(groups, Math.max(2 * known, group + 1));
            Arrays.fill(groups, known, groups.length, NOTHING);
        }
        groups[group] = with(groups[group], value, bulk);
    }

    /**
     * The intermediate value after one more value, of so many traversers; it was {@link #NOTHING} before the first
     * one.
     */
    abstract @Nullable Object with(@Nullable Object known, @Nullable Object value, long bulk);

    /** The value of a group, or {@link #NOTHING}. */
    @Nullable
    Object of(int group) {
        return group < groups.length ? end(groups[group]) : end(NOTHING);
    }

    /** The final value, from the intermediate value at the end. */
    @Nullable
    Object end(@Nullable Object known) {
        return known;
    }

    /** The number of traversers. */
    static Kind count() {
        return new Kind("count", true, () -> new Total() {
            @Override
            void addAll(Run run, Rows rows, int[] groupOf) {
                for (int row = 0; row < rows.count; row++) {
                    if (groupOf[row] >= 0) {
                        add(groupOf[row], null, rows.bulk(row));
                    }
                }
            }

            @Override
            Object with(@Nullable Object known, @Nullable Object value, long bulk) {
                return known instanceof Long count ? Math.addExact(count, bulk) : (Object) bulk;
            }

            @Override
            Object end(@Nullable Object known) {
                return known instanceof Long count ? count : (Object) 0L;
            }
        });
    }

    /** The sum of numbers but null, which is the sum of nothing else; no value without input. */
    static Kind sum() {
        return new Kind("sum", false, () -> new Total() {
            @Override
            @Nullable
            Object with(@Nullable Object known, @Nullable Object value, long bulk) {
                Number more = times((Number) value, bulk);
                return known == NOTHING || known == null ? more : NumberHelper.add((Number) known, more);
            }
        });
    }

    /** A number multiplied by the number of its traversers, in the same type where that is finite. */
    private static @Nullable Number times(@Nullable Number value, long bulk) {
        Class<? extends Number> type = value == null ? Long.class : value.getClass();
        // Gremlin's product widens a float that is not finite, also where it is multiplied by one.
        boolean isItself = value != null && bulk == 1 && Double.isFinite(value.doubleValue());
        return isItself ? value : NumberHelper.mul(value, NumberHelper.coerceTo(bulk, type));
    }

    /** The mean of numbers but null, which is the mean of nothing else; no value without input. */
    static Kind mean() {
        return new Kind("mean", false, () -> new Total() {
            @Override
            @Nullable
            Object with(@Nullable Object known, @Nullable Object value, long bulk) {
                if (value == null) {
                    return known == NOTHING ? null : known;
                }
                if (known instanceof MeanGlobalStep.MeanNumber mean) {
                    return mean.add((Number) value, bulk);
                }
                return new MeanGlobalStep.MeanNumber((Number) value, bulk);
            }

            @Override
            @Nullable
            Object end(@Nullable Object known) {
                return known instanceof MeanGlobalStep.MeanNumber mean ? mean.getFinal() : known;
            }
        });
    }

    /** The greatest value, or the smallest one; no value without input. */
    @SuppressWarnings({"rawtypes", "unchecked"}) // the values check whether they can be compared
    static Kind extreme(boolean max) {
        return new Kind(max ? "max" : "min", false, () -> new Total() {
            @Override
            @Nullable
            Object with(@Nullable Object known, @Nullable Object value, long bulk) {
                Comparable more = (Comparable) value; // a list or map is refused, also alone
                if (known == NOTHING) {
                    return more;
                }
                return max ? NumberHelper.max((Comparable) known, more) : NumberHelper.min((Comparable) known, more);
            }
        });
    }

    /** The number of traversers at each value, in a map that iterates as Gremlin's does. */
    static Kind countEach() {
        return new Kind("groupCount", false, () -> new Total() {
            @Override
            String step() {
                return "groupCount";
            }

            @Override
            long bytes(Rows rows, int row) {
                return Group.bytes(rows.value(row));
            }

            @Override
            @SuppressWarnings("unchecked") // made here
            Object with(@Nullable Object known, @Nullable Object value, long bulk) {
                Map<@Nullable Object, Long> counts =
                        known instanceof Map<?, ?> map ? (Map<@Nullable Object, Long>) map : new HashMap<>();
                counts.merge(value, bulk, Math::addExact);
                return counts;
            }

            @Override
            Object end(@Nullable Object known) {
                return known instanceof Map<?, ?> counts ? counts : new HashMap<>();
            }
        });
    }

    /** The first element or value; no value without input. */
    static Kind first() {
        return new Kind("first", true, () -> new Total() {
            @Override
            void addAll(Run run, Rows rows, int[] groupOf) {
                @Nullable Object[] values = Keys.ITSELF.read(run, rows, 0, rows.count);
                for (int row = 0; row < rows.count; row++) {
                    if (groupOf[row] >= 0) {
                        add(groupOf[row], values[row], 1);
                    }
                }
            }

            @Override
            @Nullable
            Object with(@Nullable Object known, @Nullable Object value, long bulk) {
                return known == NOTHING ? value : known;
            }
        });
    }

    /** All elements or values in a list, each once per traverser. */
    static Kind fold() {
        return new Kind("fold", true, () -> new Total() {
            @Override
            String step() {
                return "fold";
            }

            @Override
            long bytes(Rows rows, int row) {
                boolean isElement = rows.type == RowType.VERTEX || rows.type == RowType.EDGE;
                return rows.bulk(row) * Long.BYTES + (isElement ? Budget.HANDLE_BYTES : rows.bytes(row));
            }

            @Override
            void addAll(Run run, Rows rows, int[] groupOf) {
                @Nullable Object[] values = Keys.ITSELF.read(run, rows, 0, rows.count);
                for (int row = 0; row < rows.count; row++) {
                    if (groupOf[row] >= 0) {
                        add(groupOf[row], values[row], rows.bulk(row));
                    }
                }
            }

            @Override
            @SuppressWarnings("unchecked") // made here
            Object with(@Nullable Object known, @Nullable Object value, long bulk) {
                List<@Nullable Object> all =
                        known instanceof List<?> list ? (List<@Nullable Object>) list : new ArrayList<>();
                for (long i = bulk; i > 0; i--) {
                    all.add(value);
                }
                return all;
            }

            @Override
            Object end(@Nullable Object known) {
                return known instanceof List<?> all ? all : new ArrayList<>();
            }
        });
    }
}
