package io.pragh.tinkerpop.process.plan;

import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.VertexPropertyRecord;
import io.pragh.core.property.VertexRecord;
import io.pragh.tinkerpop.structure.FoundElements;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.jspecify.annotations.Nullable;

/** Operators that put what elements have in the place of elements. Stateless. */
final class Projections {
    private Projections() {}

    /** Identifiers. Cost: none where vertices are called by their numbers, else as for {@link #values}. */
    static Stage identifiers() {
        return new Stage(() -> "id", (run, before) -> new Identifiers(run, before));
    }

    /** Labels. Cost: as for {@link #values}; none for edges. */
    static Stage labels() {
        return new Stage(() -> "label", (run, before) -> new Projection(run, before) {
            @Override
            void vertex(VertexRecord record, Rows from, int row) {
                add(record.label(), from, row);
            }

            @Override
            void edge(Edge edge, Rows from, int row) {
                add(edge.label(), from, row);
            }
        });
    }

    /** Values of properties. Cost: one batch of READs for the vertices, two for the edges. */
    static Stage values(String[] keys) {
        return new Stage(() -> "values" + Arrays.toString(keys), (run, before) -> new Projection(run, before) {
            @Override
            void vertex(VertexRecord record, Rows from, int row) {
                for (VertexPropertyRecord property : record.propertiesOf(keys)) {
                    add(run.store.values().seen(property.value()), from, row);
                }
            }

            @Override
            void edge(Edge edge, Rows from, int row) {
                Iterator<Object> values = edge.values(keys);
                while (values.hasNext()) {
                    add(values.next(), from, row);
                }
            }
        });
    }

    /**
     * The value of a property, if it is there, of which a vertex must not have several. Cost: as for {@link #values}.
     */
    static Stage value(String key) {
        return new Stage(() -> "value[" + key + "]", (run, before) -> new Projection(run, before) {
            @Override
            void vertex(VertexRecord record, Rows from, int row) {
                List<VertexPropertyRecord> found = record.propertiesOf(key);
                if (found.size() > 1) {
                    throw Vertex.Exceptions.multiplePropertiesExistForProvidedKey(key);
                }
                if (!found.isEmpty()) {
                    add(run.store.values().seen(found.get(0).value()), from, row);
                }
            }

            @Override
            void edge(Edge edge, Rows from, int row) {
                Property<Object> property = edge.property(key);
                if (property.isPresent()) {
                    add(property.value(), from, row);
                }
            }
        });
    }

    /** Rows of values for rows of elements. */
    private abstract static class Projection extends PerRow {
        final Run run;

        Projection(Run run, Operator before) {
            super(before);
            this.run = run;
        }

        /** Adds rows for a vertex. */
        abstract void vertex(VertexRecord record, Rows from, int row);

        /** Adds rows for an edge. */
        abstract void edge(Edge edge, Rows from, int row);

        final void add(@Nullable Object value, Rows from, int row) {
            rows.add(value, from, row);
            source(row);
        }

        @Override
        int make(Rows from, int start, int wanted) {
            rows.begin(RowType.VALUE, from.count - start, from);
            if (from.type == RowType.VERTEX) {
                int end = Math.min(from.count, start + ALL);
                vertices(from, start, end);
                return end;
            }
            int end = Math.min(from.count, start + FoundElements.TOGETHER);
            Edge[] edges = FoundElements.edges(run.store, run.transaction(), Filters.edges(from, start, end));
            for (int row = start; row < end; row++) {
                edge(edges[row - start], from, row);
            }
            return end;
        }

        private void vertices(Rows from, int start, int end) {
            GraphTransaction transaction = run.transaction();
            synchronized (transaction) {
                @Nullable VertexRecord[] records = run.read(from.numbers, start, end);
                for (int row = start; row < end; row++) {
                    VertexRecord record = records[row - start];
                    if (record != null) {
                        vertex(record, from, row);
                    }
                }
            }
        }
    }

    private static final class Identifiers extends Projection {
        Identifiers(Run run, Operator before) {
            super(run, before);
        }

        @Override
        int make(Rows from, int start, int wanted) {
            GraphTransaction transaction = run.transaction();
            boolean isNumber;
            synchronized (transaction) {
                isNumber = from.type == RowType.VERTEX && transaction.isCalledByNumbers();
            }
            if (!isNumber) {
                return super.make(from, start, wanted);
            }
            rows.begin(RowType.NUMBER, from.count - start, from);
            for (int row = start; row < from.count; row++) {
                rows.add(from.numbers[row], from, row);
                source(row);
            }
            return from.count;
        }

        @Override
        void vertex(VertexRecord record, Rows from, int row) {
            add(
                    record.isCalledByNumber()
                            ? (Object) record.vid()
                            : run.store.values().seenId(record.id()),
                    from,
                    row);
        }

        @Override
        void edge(Edge edge, Rows from, int row) {
            add(edge.id(), from, row);
        }
    }
}
