package io.pragh.tinkerpop.process.plan;

import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.VertexPropertyRecord;
import io.pragh.core.property.VertexRecord;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.jspecify.annotations.Nullable;

/** Operators that replace elements by their identifiers or property values. Stateless. */
final class Projections {
    private Projections() {}

    /** Identifiers. Cost: none where vertices are called by their numbers, else as for {@link #values}. */
    static Stage identifiers() {
        return new Stage(() -> "id", (run, before) -> new Identifiers(run, before));
    }

    /** Values of properties. Cost: one batch of READs for the vertices, two for the edges. */
    static Stage values(String[] keys) {
        return new Stage(
                () -> "values" + Arrays.toString(keys), (run, before) -> new PropertyValues(run, before, keys));
    }

    private static final class PropertyValues extends PerRow {
        private final Run run;
        private final String[] keys;

        PropertyValues(Run run, Operator before, String[] keys) {
            super(run, before);
            this.run = run;
            this.keys = keys;
        }

        @Override
        int make(Rows from, int start, int wanted) {
            rows.begin(RowType.VALUE, from.count - start, from);
            int end = Math.min(from.count, start + ALL);
            if (from.type == RowType.VERTEX) {
                vertices(from, start, end);
            } else {
                Object[] edges = run.elements(from, start, end);
                for (int row = start; row < end; row++) {
                    Iterator<Object> values = ((Edge) edges[row - start]).values(keys);
                    while (values.hasNext()) {
                        add(values.next(), from, row);
                    }
                }
            }
            return end;
        }

        private void add(@Nullable Object value, Rows from, int row) {
            rows.add(value, from, row);
            source(row);
        }

        private void vertices(Rows from, int start, int end) {
            GraphTransaction transaction = run.transaction();
            synchronized (transaction) {
                @Nullable VertexRecord[] records = run.read(from.numbers, start, end);
                for (int row = start; row < end; row++) {
                    VertexRecord record = records[row - start];
                    for (VertexPropertyRecord property :
                            record == null ? List.<VertexPropertyRecord>of() : record.propertiesOf(keys)) {
                        add(run.store.values().seen(property.value()), from, row);
                    }
                }
            }
        }
    }

    private static final class Identifiers extends Key.Values {
        Identifiers(Run run, Operator before) {
            super(run, before, Keys.identifier());
        }

        @Override
        int make(Rows from, int start, int wanted) {
            if (from.type != RowType.VERTEX || !run.isCalledByNumbers()) {
                return super.make(from, start, wanted);
            }
            rows.begin(RowType.NUMBER, from.count - start, from);
            for (int row = start; row < from.count; row++) {
                rows.add(from.numbers[row], from, row);
                source(row);
            }
            return from.count;
        }
    }
}
