package io.pragh.tinkerpop.process.plan;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Rows by what they have, and one value of all that have the same; in a map that iterates as Gremlin's does. Stateless. */
final class Group {
    private static final int GROUP_BYTES = 80;

    private Group() {}

    /** {@code chain} leads from each row to those of which the value is made. A row that has no key is left out. */
    static Stage stage(Key key, Chain chain, Total.Kind kind) {
        String what = chain.stages().isEmpty() ? kind.text() : chain + " → " + kind;
        return Totals.stage(() -> "group[" + key + "](" + what + ")", (run, before) -> {
            Total total = kind.open().get();
            Map<@Nullable Object, Integer> groups = new HashMap<>();
            Budget.Holder holder = run.holder("group");
            long[] bytes = {0};
            for (Rows rows = before.next(Operator.ALL); rows != null; rows = before.next(Operator.ALL)) {
                int[] groupOf = groupOf(run, rows, key, groups, bytes);
                holder.now(bytes[0]);
                take(run, rows, groupOf, chain, total);
            }
            Map<@Nullable Object, @Nullable Object> values = new HashMap<>();
            groups.forEach((each, group) -> {
                Object value = total.of(group);
                if (value != Total.NOTHING) {
                    values.put(each, value);
                }
            });
            return values;
        });
    }

    /** Of a group and its key. */
    static long bytes(@Nullable Object key) {
        return GROUP_BYTES + Budget.of(key);
    }

    /** The group of each row; -1 for none. What new ones take is added to {@code bytes}. */
    private static int[] groupOf(Run run, Rows rows, Key key, Map<@Nullable Object, Integer> groups, long[] bytes) {
        @Nullable Object[] keys = key.read(run, rows, 0, rows.count);
        int[] groupOf = new int[rows.count];
        for (int row = 0; row < rows.count; row++) {
            Integer group = keys[row] == Total.NOTHING ? Integer.valueOf(-1) : groups.get(keys[row]);
            if (group == null) {
                group = groups.size();
                groups.put(keys[row], group);
                bytes[0] += bytes(keys[row]);
            }
            groupOf[row] = group;
        }
        return groupOf;
    }

    private static void take(Run run, Rows rows, int[] groupOf, Chain chain, Total total) {
        if (chain.stages().isEmpty()) {
            total.take(run, rows, groupOf);
            return;
        }
        boolean[] skipped = new boolean[rows.count];
        for (int row = 0; row < rows.count; row++) {
            skipped[row] = groupOf[row] < 0;
        }
        Feed feed = Feed.onward(rows, skipped);
        Operator operator = chain.open(run.within(feed), feed);
        int[] groups = {};
        for (Rows more = operator.next(Operator.ALL); more != null; more = operator.next(Operator.ALL)) {
            groups = groups.length < more.count ? new int[more.count] : groups;
            int[] origins = Objects.requireNonNull(more.origins);
            for (int row = 0; row < more.count; row++) {
                groups[row] = groupOf[origins[row]];
            }
            total.take(run, more, groups);
        }
    }
}
