package io.pragh.tinkerpop.process.plan;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One place on the path of a traverser, linked to the place before it. Immutable; traversers with the same path share
 * it.
 */
final class Trail {
    final @Nullable Trail before;
    final RowType type;
    /** The number of a vertex, or a number. */
    final long number;
    /** An edge, or a value. */
    final @Nullable Object object;
    /** The labels of the place. */
    final Set<String> labels;
    /** The number of places up to this one. */
    final int length;

    private Trail(@Nullable Trail before, RowType type, long number, @Nullable Object object, Set<String> labels) {
        this.before = before;
        this.type = type;
        this.number = number;
        this.object = object;
        this.labels = labels;
        this.length = before == null ? 1 : before.length + 1;
    }

    private Trail(@Nullable Trail before, Rows rows, int row, Set<String> labels) {
        this(
                before,
                rows.type,
                isNumber(rows.type) ? rows.numbers[row] : 0,
                isNumber(rows.type) ? null : rows.objects[row],
                labels);
    }

    /** The path of a row that has come to its present place by the last step. */
    static Trail to(Rows rows, int row, Set<String> labels) {
        return new Trail(rows.trail(row), rows, row, labels);
    }

    /** This path, whose last place has further labels. */
    Trail called(Set<String> more) {
        Set<String> all = Stream.concat(labels.stream(), more.stream()).collect(Collectors.toUnmodifiableSet());
        return new Trail(before, type, number, object, all);
    }

    static boolean isNumber(RowType type) {
        return type == RowType.VERTEX || type == RowType.NUMBER;
    }

    /** Whether a row still is at the end of this path. */
    boolean leadsTo(Rows rows, int row) {
        return isAt(new Trail(null, rows, row, Set.of()));
    }

    /** Whether two places hold the same object. */
    boolean isAt(Trail other) {
        if (isNumber(type) && type == other.type) {
            return number == other.number;
        }
        Object mine = type == RowType.NUMBER ? (Object) number : object;
        Object theirs = other.type == RowType.NUMBER ? (Object) other.number : other.object;
        return type != RowType.VERTEX
                && other.type != RowType.VERTEX
                && (mine == null ? theirs == null : mine.equals(theirs));
    }

    /** Whether all places up to this one are different. */
    boolean isSimple() {
        for (Trail last = this; last != null; last = last.before) {
            for (Trail earlier = last.before; earlier != null; earlier = earlier.before) {
                if (last.isAt(earlier)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The last place with a label, or null. */
    @Nullable
    Trail last(String label) {
        Trail at = this;
        while (at != null && !at.labels.contains(label)) {
            at = at.before;
        }
        return at;
    }

    /** Puts the object of the place into a row. */
    void into(Rows rows, Rows from, int row) {
        if (isNumber(rows.type)) {
            rows.add(number, from, row);
        } else {
            rows.add(type == RowType.NUMBER ? (Object) number : object, from, row);
        }
    }
}
