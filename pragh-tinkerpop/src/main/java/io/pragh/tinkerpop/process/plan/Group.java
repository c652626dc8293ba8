package io.pragh.tinkerpop.process.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Groups rows by a key, and makes one value of each group; the map iterates as Gremlin's does. Stateless. */
final class Group {
    private static final int GROUP_BYTES = 80;

    private Group() {}

    /** The stage; a row without a key is dropped. */
    static Stage stage(Key key, Reduced value) {
        return Totals.stage(() -> "group[" + key + "](" + text(value) + ")", (run, before) -> {
            Total total = value.total().open().get();
            Map<@Nullable Object, Integer> groups = new HashMap<>();
            Members members = new Members(run, before, key, value.chain(), groups);
            if (value.behind().isEmpty()) {
                members.forEach(total);
            } else {
                takeAll(run, members, value.behind(), total);
            }
            return values(run, groups, total, value.further());
        });
    }

    private static Map<@Nullable Object, @Nullable Object> values(
            Run run, Map<@Nullable Object, Integer> groups, Total total, Key further) {
        Rows all = new Rows().begin(RowType.VALUE, groups.size(), false, false);
        for (int group = 0; group < groups.size(); group++) {
            all.objects[all.count++] = total.of(group);
        }
        @Nullable Object[] of = further.read(run, all, 0, all.count);
        Map<@Nullable Object, @Nullable Object> values = new HashMap<>();
        groups.forEach((each, group) -> {
            if (of[group] != Total.NOTHING) {
                values.put(each, of[group]);
            }
        });
        return values;
    }

    private static String text(Reduced value) {
        List<String> parts = new ArrayList<>();
        value.chain().stages().forEach(stage -> parts.add(stage.toString()));
        value.behind().forEach(stage -> parts.add(stage.toString()));
        parts.add(value.total().text());
        if (!value.further().equals(Keys.ITSELF)) {
            parts.add(value.further().toString());
        }
        return String.join(" → ", parts);
    }

    /** Totals the results of stages over all members, whose origins are the indexes of their groups. */
    private static void takeAll(Run run, Operator members, List<Stage> stages, Total total) {
        Operator last = members;
        for (Stage stage : stages) {
            last = stage.opener().open(run, last);
        }
        for (Rows rows = last.next(Operator.ALL); rows != null; rows = last.next(Operator.ALL)) {
            total.take(run, rows, Objects.requireNonNull(rows.origins));
        }
    }

    /** Bytes of a group and its key. */
    static long bytes(@Nullable Object key) {
        return GROUP_BYTES + Budget.of(key);
    }

    /** The index of each row's group; -1 for none. The bytes of new groups are added to {@code bytes}. */
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

    /** Gives the results of a chain from each row, with the index of the row's group as its origin. One thread. */
    private static final class Members implements Operator {
        private final Run run;
        private final Operator before;
        private final Key key;
        private final Chain chain;
        private final Map<@Nullable Object, Integer> groups;
        private final Budget.Holder holder;
        private final long[] bytes = {0};
        private final Rows rows = new Rows();
        private int[] groupOf = {};
        /** The chain over the rows taken last; null before the first ones. */
        private @Nullable Operator members;

        Members(Run run, Operator before, Key key, Chain chain, Map<@Nullable Object, Integer> groups) {
            this.run = run;
            this.before = before;
            this.key = key;
            this.chain = chain;
            this.groups = groups;
            this.holder = run.holder("group");
        }

        /** Takes the next rows, and finds their groups; null at the end. */
        private @Nullable Rows take() {
            Rows from = before.next(ALL);
            if (from != null) {
                groupOf = groupOf(run, from, key, groups, bytes);
                holder.now(bytes[0]);
            }
            return from;
        }

        private Operator open(Rows from) {
            boolean[] skipped = new boolean[from.count];
            for (int row = 0; row < from.count; row++) {
                skipped[row] = groupOf[row] < 0;
            }
            Feed feed = Feed.onward(from, skipped);
            return chain.open(run.within(feed), feed);
        }

        /** Totals all members, each in its group. */
        void forEach(Total total) {
            for (Rows from = take(); from != null; from = take()) {
                if (chain.stages().isEmpty()) {
                    total.take(run, from, groupOf);
                    continue;
                }
                Operator led = open(from);
                for (Rows more = led.next(ALL); more != null; more = led.next(ALL)) {
                    total.take(run, more, groups(more));
                }
            }
        }

        private int[] groups(Rows more) {
            int[] found = new int[more.count];
            int[] origins = Objects.requireNonNull(more.origins);
            for (int row = 0; row < more.count; row++) {
                found[row] = groupOf[origins[row]];
            }
            return found;
        }

        @Override
        public @Nullable Rows next(int wanted) {
            Rows more = members == null ? null : members.next(ALL);
            while (more == null) {
                Rows from = take();
                if (from == null) {
                    return null;
                }
                Operator led = open(from);
                members = led;
                more = led.next(ALL);
            }
            int[] found = groups(more);
            rows.begin(more.type, more.count, more);
            rows.addAll(more, 0, more.count);
            rows.origins = found;
            return rows;
        }

        @Override
        public int rewind(int used) {
            return rows.count; // all are taken before any row is given
        }
    }
}
