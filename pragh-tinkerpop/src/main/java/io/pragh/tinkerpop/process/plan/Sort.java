package io.pragh.tinkerpop.process.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.tinkerpop.gremlin.process.traversal.Order;
import org.jspecify.annotations.Nullable;

/**
 * An operator that gives all rows in an order; or the first ones, of which not many more are kept at a time. Takes
 * all before it gives the first one. One thread.
 */
final class Sort extends Gathered {
    /** Rows beyond the wanted ones that are kept before the last ones are dropped. */
    private static final int SLACK = 4096;

    private static final int PLACE_BYTES = 24;

    private final Run run;
    private final Operator before;
    private final List<By> order;
    private final long most;

    /** For each of {@link #order}, the values of the kept rows. */
    private @Nullable Object[][] values;

    private final Budget.Holder holder;
    private long bytes;

    /** One sort key and its direction. */
    record By(Key key, Order order) {
        @Override
        public String toString() {
            return key + " " + order;
        }
    }

    /**
     * A stage that sorts; gives {@code most} rows at most, {@code Long.MAX_VALUE} for all. Rows for which a key has
     * no value are dropped.
     */
    static Stage stage(List<By> order, long most) {
        return new Stage(
                () -> "order" + order + (most == Long.MAX_VALUE ? "" : " ≤" + most),
                (run, before) -> new Sort(run, before, order, most));
    }

    private Sort(Run run, Operator before, List<By> order, long most) {
        this.run = run;
        this.before = before;
        this.order = order;
        this.most = most;
        this.holder = run.holder("order");
        this.values = new Object[order.size()][0];
    }

    @Override
    void gather() {
        for (Rows from = before.next(ALL); from != null && most > 0; from = before.next(ALL)) {
            add(from);
            if (kept.count - SLACK >= most) {
                sort();
            }
        }
        sort();
    }

    private void add(Rows from) {
        begin(from);
        @Nullable Object[][] more = new Object[values.length][];
        for (int i = 0; i < more.length; i++) {
            more[i] = order.get(i).key().read(run, from, 0, from.count);
            int room = values[i].length;
            values[i] = kept.count + from.count <= room
                    ? values[i]
                    : Arrays.copyOf(values[i], Math.max(2 * room, kept.count + from.count));
        }
        for (int row = 0; row < from.count; row++) {
            if (hasAll(more, row)) {
                for (int i = 0; i < more.length; i++) {
                    values[i][kept.count] = more[i][row];
                }
                kept.add(from, row);
                bytes += bytes(kept.count - 1);
            }
        }
        holder.now(bytes);
    }

    /** Bytes of a kept row, its sort keys, and its index during the sort. */
    private long bytes(int row) {
        long sum = kept.bytes(row) + PLACE_BYTES;
        for (@Nullable Object[] each : values) {
            sum += Long.BYTES + Budget.of(each[row]);
        }
        return sum;
    }

    private static boolean hasAll(@Nullable Object[][] values, int row) {
        for (@Nullable Object[] each : values) {
            if (each[row] == Total.NOTHING) {
                return false;
            }
        }
        return true;
    }

    /** Sorts the kept rows, stably, and drops those that are not wanted. */
    private void sort() {
        List<Integer> places = new ArrayList<>(kept.count);
        for (int i = 0; i < kept.count; i++) {
            places.add(i);
        }
        places.sort(this::compare);
        int count = (int) Math.min(kept.count, most);
        Rows spare = spare(count);
        @Nullable Object[][] sorted = new Object[values.length][count];
        for (int i = 0; i < count; i++) {
            int place = places.get(i);
            for (int k = 0; k < values.length; k++) {
                sorted[k][i] = values[k][place];
            }
            spare.add(kept, place);
        }
        keepSpare();
        values = sorted;
        bytes = 0;
        for (int row = 0; row < kept.count && most < Long.MAX_VALUE; row++) {
            bytes += bytes(row);
        }
    }

    private int compare(int one, int other) {
        for (int i = 0; i < values.length; i++) {
            int result = compare(values[i][one], values[i][other], order.get(i).order());
            if (result != 0) {
                return result;
            }
        }
        return 0;
    }

    private static int compare(@Nullable Object one, @Nullable Object other, Order order) {
        int result;
        if (one instanceof String text && other instanceof String otherText) {
            result = text.compareTo(otherText);
        } else if (one instanceof Long number && other instanceof Long otherNumber) {
            result = number.compareTo(otherNumber);
        } else if (one instanceof Integer number && other instanceof Integer otherNumber) {
            result = number.compareTo(otherNumber);
        } else {
            @SuppressWarnings({"rawtypes", "unchecked"}) // it checks what it can compare
            Comparator<@Nullable Object> any = (Comparator) order;
            return any.compare(one, other);
        }
        return order == Order.desc ? -result : result;
    }
}
