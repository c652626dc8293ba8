package io.pragh.tinkerpop.process.plan;

import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** An operator that records the present place of each row on its path. One thread. */
final class Track implements Operator {
    private final Operator before;
    private final Set<String> labels;
    private final boolean moved;

    /** Behind a step that has led to another place, which gets these labels. */
    static Stage moved(Set<String> labels) {
        return stage(labels, true);
    }

    /** Behind a step that has left traversers where they were; the place gets these labels in addition. */
    static Stage stayed(Set<String> labels) {
        return stage(labels, false);
    }

    private static Stage stage(Set<String> labels, boolean moved) {
        return new Stage(
                () -> labels.isEmpty() ? "track" : "as" + new TreeSet<>(labels),
                (run, before) -> new Track(before, labels, moved));
    }

    private Track(Operator before, Set<String> labels, boolean moved) {
        this.before = before;
        this.labels = labels;
        this.moved = moved;
    }

    @Override
    public @Nullable Rows next(int wanted) {
        Rows rows = before.next(wanted);
        if (rows == null) {
            return null;
        }
        @Nullable Trail[] trails = rows.trails;
        if (trails == null || trails.length < rows.count) {
            trails = new Trail[rows.count];
            rows.trails = trails;
        }
        for (int row = 0; row < rows.count; row++) {
            Trail last = trails[row];
            boolean isNew = moved || last == null || !last.leadsTo(rows, row);
            trails[row] = isNew ? Trail.to(rows, row, labels) : last.called(labels);
        }
        return rows;
    }

    @Override
    public int rewind(int used) {
        return before.rewind(used);
    }
}
