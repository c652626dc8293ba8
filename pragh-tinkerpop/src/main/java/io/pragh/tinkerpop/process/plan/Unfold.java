package io.pragh.tinkerpop.process.plan;

import java.util.Map;
import org.apache.tinkerpop.gremlin.process.traversal.Step;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.UnfoldStep;
import org.apache.tinkerpop.gremlin.process.traversal.traverser.B_O_S_SE_SL_TraverserGenerator;
import org.apache.tinkerpop.gremlin.process.traversal.util.EmptyTraversal;
import org.jspecify.annotations.Nullable;

/**
 * An operator that makes a row of each member of a collection, a map or an array; other objects are unchanged. One
 * thread.
 */
final class Unfold extends PerRow {
    private final RowType type;
    private final Budget.Holder holder;

    /** Rows of a type. Cost: none. */
    static Stage stage(RowType type) {
        return new Stage(() -> "unfold", (run, before) -> new Unfold(run, before, type));
    }

    private Unfold(Run run, Operator before, RowType type) {
        super(run, before);
        this.type = type.plain();
        this.holder = run.holder("unfold");
    }

    /** Gives all members of one value at a time, however many rows are wanted. */
    @Override
    int make(Rows from, int start, int wanted) {
        rows.begin(type, from.count - start, from);
        int row = start;
        long bytes = 0;
        while (row < from.count && rows.count < wanted) {
            Object value = from.value(row);
            if (value instanceof Iterable<?> || value instanceof Map) {
                for (Object each : value instanceof Map<?, ?> map ? map.entrySet() : (Iterable<?>) value) {
                    bytes += add(each, from, row);
                }
            } else {
                Step<Object, Object> step = new UnfoldStep<>(EmptyTraversal.instance());
                step.addStart(B_O_S_SE_SL_TraverserGenerator.instance().generate(value, step, 1));
                while (step.hasNext()) {
                    bytes += add(step.next().get(), from, row);
                }
            }
            row++;
        }
        holder.now(bytes);
        return row;
    }

    private long add(@Nullable Object each, Rows from, int row) {
        Elements.add(each, type, rows, from, row);
        source(row);
        return rows.bytes(rows.count - 1);
    }
}
