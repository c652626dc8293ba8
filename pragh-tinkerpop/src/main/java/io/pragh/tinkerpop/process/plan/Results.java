package io.pragh.tinkerpop.process.plan;

import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.ReadInterruptedException;
import io.pragh.tinkerpop.process.step.QueryTime;
import io.pragh.tinkerpop.structure.ElementStore;
import io.pragh.tinkerpop.structure.FoundElements;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.apache.tinkerpop.gremlin.process.traversal.Path;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalSideEffects;
import org.jspecify.annotations.Nullable;

/**
 * The results of one execution of a plan, one row after the other. Rows that were read ahead are read again when the
 * transaction has changed meanwhile. One thread.
 */
final class Results {
    private static final Object[] NO_ELEMENTS = {};
    private static final Key WAY = Ways.path(List.of());

    private final ElementStore store;
    private final Chain plan;
    private final @Nullable PlanProfile profile;
    private final Run run;
    private @Nullable Operator source;
    private int wanted;

    private @Nullable Rows rows;
    private @Nullable GraphTransaction transaction;
    private long changeCount;
    /** The next row, and the elements that were made of some rows. */
    private int next;

    private Object[] elements = NO_ELEMENTS;
    private int elementsFrom;

    /** The paths of some rows, where they were asked for. */
    private @Nullable Object[] ways = NO_ELEMENTS;

    private int waysFrom;

    /**
     * Begins an execution; nothing is read before the first request.
     *
     * @param values of parameters that differ from those with which the plan was made
     * @param effects side effects to add to; null where nothing can ask for them
     * @param wanted rows to ask for at first; the number doubles repeatedly
     * @param profile measures the stages; null without {@code profile()}
     * @param time limit of the execution
     */
    Results(
            ElementStore store,
            Chain plan,
            Map<String, Object> values,
            @Nullable TraversalSideEffects effects,
            int wanted,
            @Nullable PlanProfile profile,
            QueryTime time) {
        this.store = store;
        this.plan = plan;
        this.profile = profile;
        this.run = new Run(store, values, effects, time);
        this.wanted = wanted;
    }

    private Operator opened() {
        Operator known = source;
        if (known == null) {
            run.check();
            known = profile == null ? plan.open(run, Sources.NOTHING) : profile.open(run);
            source = known;
        }
        return known;
    }

    /** Whether there is one more row. */
    boolean hasNext() {
        Rows some = rows;
        while (some == null || !hasNext(some)) {
            some = read(opened());
            if (some == null) {
                return false;
            }
            wanted = Math.min(Operator.ALL, 2 * wanted);
            begin(some);
        }
        return true;
    }

    private @Nullable Rows read(Operator operator) {
        try {
            return operator.next(wanted);
        } catch (ReadInterruptedException interrupted) {
            Run.checkInterrupted(); // as steps do
            throw interrupted;
        }
    }

    private void begin(Rows some) {
        rows = some;
        transaction = store.transaction();
        changeCount = transaction.changeCount();
        next = 0;
        forgetElements();
    }

    private void forgetElements() {
        elements = NO_ELEMENTS;
        elementsFrom = 0;
        ways = NO_ELEMENTS;
        waysFrom = 0;
    }

    private boolean hasNext(Rows some) {
        GraphTransaction now = store.transaction();
        if (now != transaction || now.changeCount() != changeCount) {
            transaction = now;
            changeCount = now.changeCount();
            some.count = opened().rewind(next);
            forgetElements();
            wanted = 1;
        }
        while (next < some.count && Filters.isGone(now, some, next)) {
            next++;
        }
        return next < some.count;
    }

    /** The object of the next row. */
    @Nullable
    Object next() {
        Rows some = rows;
        GraphTransaction known = transaction;
        if (some == null || known == null) {
            throw new NoSuchElementException("nobody has asked whether there is a row");
        }
        int row = next++;
        boolean isElement = some.type == RowType.VERTEX || some.type == RowType.EDGE;
        return isElement ? element(some, known, row) : some.value(row);
    }

    /** The number of traversers that the last row stands for. */
    long bulk() {
        Rows some = rows;
        return some == null ? 0 : some.bulk(next - 1);
    }

    /** The sack of the last row, or {@link Sacks#UNCHANGED}. */
    @Nullable
    Object sack() {
        Rows some = rows;
        return some == null ? Sacks.UNCHANGED : some.sack(next - 1);
    }

    /** The recorded places on the last row's path; reads nothing but their contents. */
    Path way() {
        Rows some = Objects.requireNonNull(rows);
        int row = next - 1;
        if (row >= waysFrom + ways.length) {
            int to = Math.min(some.count, row + FoundElements.TOGETHER);
            ways = WAY.read(run, some, row, to);
            waysFrom = row;
        }
        return (Path) Objects.requireNonNull(ways[row - waysFrom]);
    }

    private Object element(Rows some, GraphTransaction known, int row) {
        if (row >= elementsFrom + elements.length) {
            int to = Math.min(some.count, row + FoundElements.TOGETHER);
            elementsFrom = row;
            elements = elements(some, known, row, to);
        }
        return elements[row - elementsFrom];
    }

    private Object[] elements(Rows some, GraphTransaction known, int from, int to) {
        if (some.type == RowType.EDGE) {
            return FoundElements.edges(store, known, Filters.edges(some, from, to));
        }
        return plan.known()
                ? FoundElements.knownVertices(store, known, some.numbers, from, to)
                : FoundElements.vertices(store, some.numbers, from, to);
    }
}
