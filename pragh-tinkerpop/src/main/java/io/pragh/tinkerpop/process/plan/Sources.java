package io.pragh.tinkerpop.process.plan;

import io.pragh.core.address.GraphKey;
import io.pragh.core.property.GraphTransaction;
import io.pragh.tinkerpop.process.step.PraghGraphStep;
import io.pragh.tinkerpop.structure.ElementLookup;
import io.pragh.tinkerpop.structure.PraghEdge;
import io.pragh.tinkerpop.structure.PraghVertex;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.GraphStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.HasContainer;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.jspecify.annotations.Nullable;

/** The source stages of plans. Stateless. */
final class Sources {
    private static final Rows NO_ROWS = new Rows();

    private Sources() {}

    /** Input of a source. */
    static final Operator NOTHING = new Once(Rows::new);

    /**
     * Vertices by identifier; {@code mayBeGone} when their existence need not be checked, because their edges are all
     * that is read. Some identifiers may be parameters.
     */
    static Stage byIdentifier(Object[] told, boolean mayBeGone) {
        return new Stage(
                () -> "V" + Arrays.toString(Holes.filled(told, Map.of())),
                (run, before) -> new Once(() -> {
                    Object[] ids = Holes.filled(told, run.values);
                    Rows rows = new Rows();
                    long vid = ids.length == 1 && mayBeGone ? number(ids[0]) : -1;
                    if (vid >= 0 && run.begin(vid).isCalledByNumbers()) {
                        rows.begin(RowType.VERTEX, 1, false, false);
                        rows.numbers[rows.count++] = vid;
                        return rows;
                    }
                    return elements(new ElementLookup(run.store).vertices(ids), RowType.VERTEX, rows);
                }),
                run -> new ElementLookup(run.store).begin(Holes.filled(told, run.values)));
    }

    private static long number(Object id) {
        return id instanceof Long number && (number & ~GraphKey.VID_MAX) == 0 ? number : -1;
    }

    /** The number of elements. Cost: as for {@link GraphTransaction#countVertices}. */
    static Stage count(RowType type) {
        return new Stage(
                () -> (type == RowType.VERTEX ? "V" : "E") + " → count",
                (run, before) -> new Once(() -> {
                    GraphTransaction transaction = run.transaction();
                    Rows rows = new Rows().begin(RowType.NUMBER, 1, false, false);
                    synchronized (transaction) {
                        rows.numbers[rows.count++] =
                                type == RowType.VERTEX ? transaction.countVertices() : transaction.countEdges();
                    }
                    return rows;
                }));
    }

    /** Elements that pass tests, found by identifier, by an index or by a scan, as {@link PraghGraphStep} does. */
    static Stage search(GraphStep<?, ?> start, List<HasContainer> tests) {
        RowType type = start.returnsVertex() ? RowType.VERTEX : RowType.EDGE;
        AtomicReference<@Nullable PraghGraphStep<?, ?>> last = new AtomicReference<>(); // it knows the index used
        Function<List<HasContainer>, PraghGraphStep<?, ?>> step = filled -> {
            PraghGraphStep<?, ?> search = new PraghGraphStep<>(start);
            filled.forEach(search::addHasContainer);
            return search;
        };
        return new Stage(
                () -> {
                    PraghGraphStep<?, ?> known = last.get();
                    return (known == null ? step.apply(tests) : known).toString();
                },
                (run, before) -> {
                    PraghGraphStep<?, ?> search = step.apply(Holes.filled(tests, run.values));
                    last.set(search);
                    return new Search(run, search, type);
                });
    }

    private static final class Search implements Operator {
        private final Run run;
        private final PraghGraphStep<?, ?> step;
        private final RowType type;
        private final Rows rows = new Rows();
        private final ArrayDeque<Element> given = new ArrayDeque<>();
        private final ArrayDeque<Element> again = new ArrayDeque<>();
        private Iterator<? extends Element> found = List.<Element>of().iterator();
        private boolean begun;

        Search(Run run, PraghGraphStep<?, ?> step, RowType type) {
            this.run = run;
            this.step = step;
            this.type = type;
        }

        @Override
        public @Nullable Rows next(int wanted) {
            run.check();
            found = begun ? found : step.elements(run.time());
            begun = true;
            rows.begin(type, Math.min(wanted, ALL), false, false);
            given.clear();
            while (rows.count < wanted && !again.isEmpty()) {
                Element element = again.remove();
                if (step.passes(element)) {
                    give(element);
                }
            }
            while (rows.count < wanted && found.hasNext()) {
                give(found.next());
            }
            return rows.count > 0 ? rows : null;
        }

        private void give(Element element) {
            given.add(element);
            add(element, type, rows);
        }

        /** Rows that were not used are checked again. */
        @Override
        public int rewind(int used) {
            while (given.size() > used) {
                again.addFirst(given.removeLast());
            }
            rows.count = used;
            return used;
        }
    }

    private static Rows elements(Iterator<? extends Element> found, RowType type, Rows rows) {
        rows.begin(type, 1, false, false);
        while (found.hasNext()) {
            add(found.next(), type, rows);
        }
        return rows;
    }

    private static void add(Element element, RowType type, Rows rows) {
        if (type == RowType.VERTEX) {
            rows.add(((PraghVertex) element).vid(), NO_ROWS, 0);
        } else {
            rows.add(((PraghEdge) element).ref(), NO_ROWS, 0);
        }
    }

    /** Gives rows once. */
    private static final class Once implements Operator {
        private final Supplier<Rows> rows;
        private boolean given;
        private int count;

        Once(Supplier<Rows> rows) {
            this.rows = rows;
        }

        @Override
        public @Nullable Rows next(int wanted) {
            if (given) {
                return null;
            }
            given = true;
            Rows all = rows.get();
            count = all.count;
            return count == 0 ? null : all;
        }

        @Override
        public int rewind(int used) {
            return count;
        }
    }
}
