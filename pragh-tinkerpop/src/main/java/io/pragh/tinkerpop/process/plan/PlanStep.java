package io.pragh.tinkerpop.process.plan;

import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.ReadInterruptedException;
import io.pragh.tinkerpop.process.step.BatchSize;
import io.pragh.tinkerpop.process.step.StepReads;
import io.pragh.tinkerpop.structure.ElementStore;
import io.pragh.tinkerpop.structure.FoundElements;
import io.pragh.tinkerpop.structure.StoreGraph;
import java.util.Map;
import java.util.Set;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.Traverser;
import org.apache.tinkerpop.gremlin.process.traversal.step.Profiling;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.AbstractStep;
import org.apache.tinkerpop.gremlin.process.traversal.traverser.TraverserRequirement;
import org.apache.tinkerpop.gremlin.process.traversal.util.FastNoSuchElementException;
import org.apache.tinkerpop.gremlin.process.traversal.util.MutableMetrics;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;
import org.jspecify.annotations.Nullable;

/** A plan in the place of the steps that it stands for, which begin a traversal: what it comes to goes on one by one. One thread. */
@SuppressWarnings("serial") // as it is with all steps
public final class PlanStep<S, E> extends AbstractStep<S, E> implements Profiling {
    private final Chain plan;
    /** Of parameters, where they are others than those that the plan was made with. */
    private final Map<String, Object> values;

    private @Nullable MutableMetrics metrics;
    private @Nullable Operator operator;
    private @Nullable Output output;
    private int wanted;

    PlanStep(Traversal.Admin<?, ?> traversal, Chain plan, Map<String, Object> values) {
        super(traversal);
        this.plan = plan;
        this.values = values;
    }

    Chain plan() {
        return plan;
    }

    /** As the steps would have them whose place it has taken: elements that have come a way that somebody has looked at are given with paths. */
    @Override
    public Set<TraverserRequirement> getRequirements() {
        boolean areElements = plan.type() == RowType.VERTEX || plan.type() == RowType.EDGE;
        return plan.hasPaths() && areElements
                ? Set.of(TraverserRequirement.OBJECT, TraverserRequirement.BULK, TraverserRequirement.PATH)
                : Set.of(TraverserRequirement.OBJECT, TraverserRequirement.BULK);
    }

    @Override
    protected Traverser.Admin<E> processNextStart() {
        Output now = output;
        while (now == null || !now.hasNext()) {
            now = more();
            output = now;
        }
        return now.next();
    }

    private Output more() {
        ElementStore store = ((StoreGraph) getTraversal().getGraph().orElseThrow()).store();
        Operator running = operator;
        if (running == null) {
            running = plan.open(new Run(store, values), Sources.NOTHING);
            operator = running;
            wanted = BatchSize.mayEndEarly(this) ? 1 : Operator.ALL;
        }
        Operator source = running;
        Rows rows = StepReads.during(metrics, store, () -> next(source));
        if (rows == null) {
            throw FastNoSuchElementException.instance();
        }
        wanted = Math.min(Operator.ALL, 2 * wanted);
        return new Output(store, source, rows);
    }

    private @Nullable Rows next(Operator source) {
        try {
            return source.next(wanted);
        } catch (ReadInterruptedException interrupted) {
            Run.checkInterrupted(); // as steps do
            throw interrupted;
        }
    }

    /** The rows of one call, as traversers. */
    private final class Output {
        private final ElementStore store;
        private final Rows rows;
        private final Operator source;
        private GraphTransaction transaction;
        private long changeCount;
        private int next;
        private Object[] elements = {};
        private int elementsFrom;

        Output(ElementStore store, Operator source, Rows rows) {
            this.store = store;
            this.source = source;
            this.rows = rows;
            this.transaction = store.transaction();
            this.changeCount = transaction.changeCount();
        }

        /** What was read ahead is read again when the transaction has changed something, or is another one. */
        boolean hasNext() {
            GraphTransaction now = store.transaction();
            if (now != transaction || now.changeCount() != changeCount) {
                transaction = now;
                changeCount = now.changeCount();
                rows.count = source.rewind(next);
                elements = new Object[0];
                wanted = 1;
            }
            while (next < rows.count && Filters.isGone(transaction, rows, next)) {
                next++;
            }
            return next < rows.count;
        }

        @SuppressWarnings("unchecked") // the plan gives what the steps give whose place it has taken
        Traverser.Admin<E> next() {
            int row = next++;
            Object object = rows.type == RowType.VERTEX || rows.type == RowType.EDGE ? element(row) : rows.value(row);
            return (Traverser.Admin<E>)
                    getTraversal().getTraverserGenerator().generate((S) object, PlanStep.this, rows.bulk(row));
        }

        private Object element(int row) {
            if (row >= elementsFrom + elements.length) {
                int to = Math.min(rows.count, row + FoundElements.TOGETHER);
                elementsFrom = row;
                elements = elements(row, to);
            }
            return elements[row - elementsFrom];
        }

        private Object[] elements(int from, int to) {
            if (rows.type == RowType.EDGE) {
                return FoundElements.edges(store, transaction, Filters.edges(rows, from, to));
            }
            return plan.known()
                    ? FoundElements.knownVertices(store, transaction, rows.numbers, from, to)
                    : FoundElements.vertices(store, rows.numbers, from, to);
        }
    }

    @Override
    public void setMetrics(MutableMetrics profiled) {
        metrics = profiled;
    }

    @Override
    public void reset() {
        super.reset();
        operator = null;
        output = null;
    }

    @Override
    public PlanStep<S, E> clone() {
        PlanStep<S, E> clone = (PlanStep<S, E>) super.clone();
        clone.operator = null;
        clone.output = null;
        return clone;
    }

    @Override
    public int hashCode() {
        return super.hashCode() ^ plan.toString().hashCode();
    }

    @Override
    public String toString() {
        return StringFactory.stepString(this, plan);
    }
}
