package io.pragh.tinkerpop.process.step;

import io.pragh.core.property.ElementKind;
import io.pragh.core.property.GraphTransaction;
import io.pragh.tinkerpop.structure.ElementLookup;
import io.pragh.tinkerpop.structure.ElementStore;
import io.pragh.tinkerpop.structure.PraghEdge;
import io.pragh.tinkerpop.structure.PraghVertex;
import io.pragh.tinkerpop.structure.StoreGraph;
import io.pragh.tinkerpop.structure.StoredTests;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.apache.tinkerpop.gremlin.process.traversal.Compare;
import org.apache.tinkerpop.gremlin.process.traversal.Contains;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.Step;
import org.apache.tinkerpop.gremlin.process.traversal.step.HasContainerHolder;
import org.apache.tinkerpop.gremlin.process.traversal.step.Profiling;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.AddEdgeStepContract;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.GraphStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.EmptyStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.HasContainer;
import org.apache.tinkerpop.gremlin.process.traversal.util.MutableMetrics;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;
import org.apache.tinkerpop.gremlin.util.iterator.IteratorUtils;
import org.jspecify.annotations.Nullable;

/**
 * {@code V} and {@code E} with the {@code has} that follow: by identifier if there is one, by the most selective
 * index if there is one, else by a scan; everything found is tested. One thread.
 */
@SuppressWarnings("serial") // as it is with the step that it extends
public final class PraghGraphStep<S, E extends Element> extends GraphStep<S, E>
        implements HasContainerHolder<S, E>, Profiling, Timed {
    /** The folded tests, in the order of the traversal. */
    private List<HasContainer> tests = new ArrayList<>();
    /** The test that gives the identifiers to look up. */
    private @Nullable HasContainer byId;

    private @Nullable String index;
    private @Nullable MutableMetrics metrics;
    /** Time limit of the execution; null when none has begun. */
    private @Nullable QueryTime time;
    /** Null until it is first asked for. */
    private @Nullable Boolean watched;
    /** Null until it is first asked for. */
    private @Nullable Boolean joined;

    /** A replacement of another step, with its labels. */
    public PraghGraphStep(GraphStep<S, E> other) {
        super(other.getTraversal(), other.getReturnClass(), other.isStartStep(), other.getIds());
        other.getLabels().forEach(this::addLabel);
        setIteratorSupplier(this::elements);
    }

    private ElementStore store() {
        return ((StoreGraph) getTraversal().getGraph().orElseThrow()).store();
    }

    private Iterator<E> elements() {
        return elements(QueryTime.at(this));
    }

    /** The elements, looked up anew; {@code limit} is checked meanwhile. */
    public Iterator<E> elements(QueryTime limit) {
        ElementStore store = store();
        StoredTests stored = new StoredTests(tests);
        Iterator<E> found = StepReads.during(metrics, store, () -> candidates(store, stored));
        if (metrics != null) {
            found = new Measured(store, found);
        }
        found = limit.during(found);
        return tests.isEmpty() ? found : IteratorUtils.filter(found, stored::pass);
    }

    /** Whether an element that was found before still exists, and passes the tests. */
    public boolean passes(Element element) {
        ElementStore store = store();
        GraphTransaction transaction = store.transaction();
        boolean isGone = element instanceof PraghVertex vertex
                ? transaction.isRemoved(vertex.vid())
                : element instanceof PraghEdge edge && transaction.isRemoved(edge.ref());
        return !isGone && (tests.isEmpty() || new StoredTests(tests).pass(element));
    }

    @SuppressWarnings("unchecked") // E is what the step returns
    private Iterator<E> candidates(ElementStore store, StoredTests stored) {
        ElementLookup lookup = new ElementLookup(store);
        Object[] wanted = ids;
        if (wanted == null) {
            return Collections.emptyIterator();
        }
        if (wanted.length == 0 && byId == null) {
            Choice choice = choose(store.transaction());
            if (choice != null) {
                index = choice.key;
                return (Iterator<E>)
                        (returnsVertex()
                                ? lookup.verticesWithAny(choice.key, choice.values)
                                : lookup.edgesWithAny(choice.key, choice.values));
            }
        }
        if (byId != null) {
            Object[] meant = meanings(byId);
            if (meant.length == 0) {
                return Collections.emptyIterator();
            }
            Set<E> once = new LinkedHashSet<>();
            ((Iterator<E>) (returnsVertex() ? lookup.vertices(meant) : lookup.edges(meant)))
                    .forEachRemaining(once::add);
            return once.iterator();
        }
        if (wanted.length == 1 && wanted[0] != null && isToJoin()) {
            return (Iterator<E>) lookup.vertexToJoin(wanted[0]);
        }
        if (wanted.length == 0 && returnsVertex()) {
            Set<String> labels = labels();
            return (Iterator<E>)
                    (labels == null ? lookup.verticesThatMayPass(stored) : lookup.verticesOf(labels, stored));
        }
        return (Iterator<E>) (returnsVertex() ? lookup.vertices(wanted) : lookup.edges(wanted));
    }

    /** Whether the traversal may add edges to the elements and need not read them for that. */
    private boolean isToJoin() {
        Boolean known = joined;
        if (known == null) {
            known = returnsVertex() && tests.isEmpty() && (isEnd() || isBeforeNewEdge());
            joined = known;
        }
        return known;
    }

    /** As in {@code addE().to(V(id))}. */
    private boolean isEnd() {
        return getTraversal().getParent() instanceof AddEdgeStepContract
                && getTraversal().getSteps().size() == 1;
    }

    /** As in {@code V(id).addE()}, and {@code V(id).as("a").addV().addE().from("a")}. */
    private boolean isBeforeNewEdge() {
        Step<?, ?> next = getNextStep();
        while (next != EmptyStep.instance() && !(next instanceof AddEdgeStepContract)) {
            next = next.getNextStep();
        }
        return next instanceof AddEdgeStepContract;
    }

    /** The labels to which all wanted elements are limited, or null when they may have any. */
    private @Nullable Set<String> labels() {
        return tests.stream()
                .map(IndexProbe::labels)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private static Object[] meanings(HasContainer ids) {
        Object value = ids.getValue();
        Collection<?> all = value instanceof Collection<?> several ? several : List.of(value);
        return all.stream()
                .flatMap(id -> ElementLookup.meanings(id).stream())
                .distinct()
                .toArray();
    }

    private record Choice(String key, List<Object> values) {}

    /**
     * The index that leaves the fewest elements to examine, or null when none applies. Cost: with several, a READ for
     * each.
     */
    private @Nullable Choice choose(GraphTransaction transaction) {
        Map<HasContainer, List<Object>> probes = probes();
        if (probes.isEmpty()) {
            return null;
        }
        ElementKind kind = returnsVertex() ? ElementKind.VERTEX : ElementKind.EDGE;
        Set<String> indexes = transaction.indexes(kind);
        List<Choice> choices = new ArrayList<>();
        probes.forEach((has, values) -> {
            if (indexes.contains(has.getKey())) {
                choices.add(new Choice(has.getKey(), values));
            }
        });
        if (choices.size() < 2) {
            return choices.isEmpty() ? null : choices.get(0);
        }
        Choice best = choices.get(0);
        long fewest = Long.MAX_VALUE;
        for (Choice choice : choices) {
            long count = transaction.countWithAny(kind, choice.key, choice.values);
            if (count < fewest) {
                fewest = count;
                best = choice;
            }
        }
        return best;
    }

    private Map<HasContainer, List<Object>> probes() {
        Map<HasContainer, List<Object>> probes = new LinkedHashMap<>();
        for (HasContainer has : tests) {
            List<Object> values = IndexProbe.of(has);
            if (values != null) {
                probes.put(has, values);
            }
        }
        return probes;
    }

    @Override
    public List<HasContainer> getHasContainers() {
        return Collections.unmodifiableList(tests);
    }

    @Override
    public void addHasContainer(HasContainer has) {
        tests.add(has);
        if (byId == null && ids != null && ids.length == 0 && namesElements(has)) {
            byId = has;
        }
    }

    @Override
    public void removeHasContainer(HasContainer has) {
        tests.remove(has);
        byId = has == byId ? null : byId;
    }

    /** Whether only elements that a look-up finds can pass. */
    private static boolean namesElements(HasContainer has) {
        if (!T.id.getAccessor().equals(has.getKey()) || has.getPredicate().getClass() != P.class) {
            return false;
        }
        Object value = has.getValue();
        if (has.getBiPredicate() == Compare.eq) {
            return canBeLookedUp(value);
        }
        return has.getBiPredicate() == Contains.within
                && value instanceof Collection<?> several
                && several.stream().allMatch(PraghGraphStep::canBeLookedUp);
    }

    private static boolean canBeLookedUp(@Nullable Object id) {
        return id instanceof String
                || id instanceof Long
                || id instanceof Integer
                || id instanceof Short
                || id instanceof Byte
                || id instanceof UUID;
    }

    /** An iterator whose reads are counted. */
    private final class Measured implements Iterator<E> {
        private final ElementStore store;
        private final Iterator<E> elements;

        Measured(ElementStore store, Iterator<E> elements) {
            this.store = store;
            this.elements = elements;
        }

        @Override
        public boolean hasNext() {
            return StepReads.during(metrics, store, elements::hasNext);
        }

        @Override
        public E next() {
            E next = StepReads.during(metrics, store, () -> elements.hasNext() ? elements.next() : null);
            if (next == null) {
                throw new NoSuchElementException();
            }
            return next;
        }
    }

    @Override
    public boolean isWatched() {
        Boolean known = watched;
        if (known == null) {
            known = BatchSize.isWatched(getTraversal());
            watched = known;
        }
        return known;
    }

    @Override
    public QueryTime time() {
        QueryTime known = time;
        if (known == null) {
            known = QueryTime.of(getTraversal());
            time = known;
        }
        return known;
    }

    @Override
    public void reset() {
        super.reset();
        time = null;
    }

    @Override
    public void setMetrics(MutableMetrics profiled) {
        metrics = profiled;
    }

    /** The folded tests, and the index that was used, or those of which one will be. */
    @Override
    public String toString() {
        if (tests.isEmpty()) {
            return super.toString();
        }
        List<Object> parts = new ArrayList<>();
        parts.add(getReturnClass().getSimpleName().toLowerCase(Locale.ROOT));
        if (ids != null && ids.length > 0) {
            parts.add(Arrays.toString(ids));
        }
        parts.add(tests);
        String used = index == null ? usableIndexes() : index;
        if (!used.isEmpty()) {
            parts.add("index=" + used);
        }
        return StringFactory.stepString(this, parts.toArray());
    }

    private String usableIndexes() {
        boolean looks = ids != null && ids.length == 0 && byId == null && !probes().isEmpty();
        if (!looks || !(getTraversal().getGraph().orElse(null) instanceof StoreGraph graph)) {
            return "";
        }
        ElementKind kind = returnsVertex() ? ElementKind.VERTEX : ElementKind.EDGE;
        Set<String> indexes = graph.tx().isOpen()
                ? graph.store().transaction().indexes(kind)
                : graph.store().properties().indexes(kind);
        List<String> usable = probes().keySet().stream()
                .map(HasContainer::getKey)
                .filter(indexes::contains)
                .distinct()
                .toList();
        return String.join("|", usable);
    }

    @Override
    public int hashCode() {
        return super.hashCode() ^ tests.hashCode();
    }

    @Override
    public PraghGraphStep<S, E> clone() {
        PraghGraphStep<S, E> clone = (PraghGraphStep<S, E>) super.clone();
        clone.tests = new ArrayList<>();
        clone.byId = null;
        clone.time = null;
        clone.watched = null;
        clone.joined = null;
        tests.forEach(test -> clone.addHasContainer(test.clone()));
        clone.setIteratorSupplier(clone::elements);
        return clone;
    }
}
