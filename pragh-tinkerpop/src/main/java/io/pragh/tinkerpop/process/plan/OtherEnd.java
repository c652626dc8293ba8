package io.pragh.tinkerpop.process.plan;

import io.pragh.core.property.EdgeRef;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An operator from edges to the end that is not the last vertex on the path. Reads nothing. One thread. */
final class OtherEnd extends PerRow {
    private final Run run;

    /** For rows whose whole paths are recorded. */
    static Stage stage() {
        return new Stage(() -> "otherV", OtherEnd::new);
    }

    private OtherEnd(Run run, Operator before) {
        super(run, before);
        this.run = run;
    }

    @Override
    int make(Rows from, int start, int wanted) {
        rows.begin(RowType.VERTEX, from.count - start, from);
        for (int row = start; row < from.count; row++) {
            EdgeRef edge = (EdgeRef) Objects.requireNonNull(from.objects[row]);
            long last = lastVertex(from, row);
            rows.add(last == edge.out() ? edge.in() : edge.out(), from, row);
            source(row);
        }
        return from.count;
    }

    /** The vertex from which the path has come to an edge. */
    private long lastVertex(Rows from, int row) {
        for (Trail place = before(from.trail(row)); place != null; place = place.before) {
            if (place.type == RowType.VERTEX) {
                return place.number;
            }
        }
        throw new IllegalStateException("The path history of the traverser does not contain a previous vertex: "
                + Ways.path(List.of()).read(run, from, row, row + 1)[0]);
    }

    private static @Nullable Trail before(@Nullable Trail edge) {
        return Objects.requireNonNull(edge).before;
    }
}
