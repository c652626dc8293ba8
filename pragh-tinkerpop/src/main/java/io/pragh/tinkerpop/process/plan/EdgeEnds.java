package io.pragh.tinkerpop.process.plan;

import io.pragh.core.property.EdgeRef;
import java.util.Locale;
import java.util.Objects;
import org.apache.tinkerpop.gremlin.structure.Direction;

/** An operator from edges to their vertices: the in-vertex, the out-vertex, or both. Reads nothing. One thread. */
final class EdgeEnds extends PerRow {
    private final Direction direction;

    static Stage stage(Direction direction) {
        return new Stage(
                () -> direction.name().toLowerCase(Locale.ROOT) + "V",
                (run, before) -> new EdgeEnds(run, before, direction));
    }

    private EdgeEnds(Run run, Operator before, Direction direction) {
        super(run, before);
        this.direction = direction;
    }

    @Override
    int make(Rows from, int start, int wanted) {
        int rowsMax = direction == Direction.BOTH ? 2 * (from.count - start) : from.count - start;
        rows.begin(RowType.VERTEX, rowsMax, from);
        for (int row = start; row < from.count; row++) {
            EdgeRef edge = (EdgeRef) Objects.requireNonNull(from.objects[row]);
            if (direction != Direction.IN) {
                rows.add(edge.out(), from, row);
                source(row);
            }
            if (direction != Direction.OUT) {
                rows.add(edge.in(), from, row);
                source(row);
            }
        }
        return from.count;
    }
}
