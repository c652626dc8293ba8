package io.pragh.tinkerpop.process.plan;

import io.pragh.tinkerpop.structure.PraghEdge;
import io.pragh.tinkerpop.structure.PraghVertex;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Turns values that are elements into rows of elements. Stateless. */
final class Elements {
    private Elements() {}

    /** Adds one row of a plain type, which comes from a row of {@code from}. */
    static void add(@Nullable Object object, RowType type, Rows rows, Rows from, int row) {
        if (type == RowType.VERTEX) {
            rows.add(((PraghVertex) Objects.requireNonNull(object)).vid(), from, row);
        } else {
            rows.add(type == RowType.EDGE ? ((PraghEdge) Objects.requireNonNull(object)).ref() : object, from, row);
        }
    }
}
